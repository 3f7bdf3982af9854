import { Download } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { Progress } from '../../ui/waiting.tsx';
import { keepAs } from '../activity/use-export.ts';
import { DeleteAccount } from './delete-account.tsx';
import { useChange } from './use-change.ts';

/** Everything of the account to be kept as one file, and the end of the account. */
export function OwnDataCard() {
  const [deleting, setDeleting] = useState(false);
  const take = useChange(
    async (_: object) => api.get('/account/export'),
    (data) => {
      keepAs('skein-account.json', JSON.stringify(data, null, 2), 'application/json');
      toast.good('Exported', 'Everything of your account is in skein-account.json.');
    },
  );
  return (
    <section className="card" aria-labelledby="own-data-title">
      <div className="card-head">
        <h2 id="own-data-title">Your data</h2>
      </div>
      <div className="card-body stack">
        <p className="quiet">
          One file with everything: trades, positions, statement, groups, messages, sign-ins. It
          holds no password and no key.
        </p>
        <div className="row wrap">
          <Button icon={<Download />} busy={take.busy} onClick={() => void take.run({})}>
            Export account
          </Button>
          <Button look="danger" onClick={() => setDeleting(true)}>
            Delete account
          </Button>
        </div>
        {take.busy && <Progress label="Gathering your data." />}
        <ErrorNotice error={take.error} compact />
      </div>
      {deleting && <DeleteAccount onClose={() => setDeleting(false)} />}
    </section>
  );
}
