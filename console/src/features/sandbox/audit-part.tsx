import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice, Remark } from '../../ui/notice.tsx';
import { Progress } from '../../ui/waiting.tsx';

/** Proves the ledger: every invariant against the database. */
export function AuditPart({ token }: { token: string }) {
  const audit = useQuery({
    queryKey: ['sandbox', 'audit'],
    queryFn: ({ signal }) => api.get('/sandbox/v1/audit', { bearer: token, signal }),
    enabled: false,
  });
  const failed = audit.data?.checks.filter(({ ok }) => !ok).length ?? 0;
  return (
    <div className="stack">
      <p className="small quiet">Reads every account, trade and follow of the service.</p>
      <div className="row">
        <Button look="primary" busy={audit.isFetching} onClick={() => void audit.refetch()}>
          Run the audit
        </Button>
      </div>
      {audit.isFetching && <Progress label="Proving the ledger." />}
      <ErrorNotice error={audit.error} compact />
      {audit.data && !audit.isFetching && (
        <>
          <Remark kind={audit.data.ok ? 'good' : 'warn'}>
            {audit.data.ok
              ? `All ${audit.data.checks.length} invariants hold.`
              : `${failed} of ${audit.data.checks.length} invariants do not hold.`}
          </Remark>
          <ul className="audit-list">
            {audit.data.checks.map(({ name, ok, detail }) => (
              <li key={name}>
                {ok ? (
                  <CircleCheck className="up" size={16} role="img" aria-label="Holds" />
                ) : (
                  <CircleAlert className="down" size={16} role="img" aria-label="Does not hold" />
                )}
                <span className="cell-two">
                  <span>{name}</span>
                  <span>{detail}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
