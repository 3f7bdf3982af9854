import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Badge } from '../../ui/marks.tsx';
import { EmptyState, ErrorNotice } from '../../ui/notice.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { When } from '../positions/when.tsx';
import { CreateKey } from './create-key.tsx';
import { type ApiKey, changes, reads } from './operations.ts';
import { useChange } from './use-change.ts';

/** The keys of the account: make, look at, end. */
export function KeyList() {
  const keys = useQuery(reads.apiKeys);
  const [creating, setCreating] = useState(false);
  const [ending, setEnding] = useState<ApiKey | null>(null);
  const columns = columnsOf(setEnding);
  return (
    <section className="card" aria-labelledby="keys-title">
      <div className="card-head">
        <h2 id="keys-title">API keys</h2>
        <Button look="primary" icon={<Plus />} onClick={() => setCreating(true)}>
          New key
        </Button>
      </div>
      {keys.error && <ErrorNotice error={keys.error} onRetry={() => void keys.refetch()} />}
      {!keys.data && !keys.error && <Skeleton lines={3} height="l" />}
      {keys.data?.length === 0 && (
        <EmptyState icon={<KeyRound />} title="No keys yet">
          A key lets a program of yours read and trade through the API, within the scopes that you
          give it.
        </EmptyState>
      )}
      {keys.data && keys.data.length > 0 && (
        <Table label="API keys" columns={columns} rows={keys.data} rowKey={({ id }) => id} />
      )}
      {creating && <CreateKey onClose={() => setCreating(false)} />}
      {ending && <RevokeKey apiKey={ending} onClose={() => setEnding(null)} />}
    </section>
  );
}

const columnsOf = (onRevoke: (key: ApiKey) => void): readonly Column<ApiKey>[] => [
  {
    key: 'label',
    head: 'Key',
    cell: ({ label, prefix }) => (
      <span className="cell-two">
        <span className="truncate">{label}</span>
        <code className="small">{prefix}…</code>
      </span>
    ),
  },
  {
    key: 'scopes',
    head: 'Scopes',
    wide: true,
    cell: ({ scopes }) => <span className="small quiet">{scopes.join(', ')}</span>,
  },
  {
    key: 'used',
    head: 'Last used',
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? <When at={lastUsedAt} /> : <span className="quiet">Never</span>,
  },
  {
    key: 'ends',
    head: 'Ends',
    cell: ({ expiresAt }) =>
      expiresAt ? <When at={expiresAt} /> : <span className="quiet">Never</span>,
  },
  {
    key: 'state',
    head: '',
    end: true,
    cell: (key) =>
      key.revokedAt ? (
        <Badge>Revoked</Badge>
      ) : (
        <Button size="s" look="danger" onClick={() => onRevoke(key)} label={`Revoke ${key.label}`}>
          Revoke
        </Button>
      ),
  },
];

function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoke = useChange(
    (id: string) => graphql(changes.revokeApiKey, { id }),
    () => {
      toast.good('Key revoked', apiKey.label);
      onClose();
    },
  );
  return (
    <Dialog
      open
      size="s"
      title="Revoke this key?"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" busy={revoke.busy} onClick={() => void revoke.run(apiKey.id)}>
            Revoke
          </Button>
        </>
      }
    >
      <p>
        <strong>{apiKey.label}</strong> ends at once and for good. What uses it loses its
        connections within a second.
      </p>
      <ErrorNotice error={revoke.error} compact />
    </Dialog>
  );
}
