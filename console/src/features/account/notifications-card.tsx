import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { queryClient, read } from '../../api/queries.ts';
import { useAction } from '../../api/use-action.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { reads } from './operations.ts';

type Kind = 'followResults' | 'calls' | 'liquidations' | 'security' | 'digest';
type Channel = 'inApp' | 'mail';

const kinds: readonly { kind: Kind; label: string; hint: string }[] = [
  { kind: 'followResults', label: 'Follow results', hint: 'What became of your auto-buys' },
  { kind: 'calls', label: 'New calls', hint: 'Of others in your groups' },
  { kind: 'liquidations', label: 'Liquidations', hint: 'And deleveraging, of your positions' },
  { kind: 'digest', label: 'Digest', hint: 'The day in your account, after midnight UTC' },
  { kind: 'security', label: 'Security', hint: 'Sign-in, keys, withdrawals: always on' },
];

/** What the user wants to hear of, and where. */
export function NotificationsCard() {
  const settings = useQuery(read('/account/notifications'));
  const viewer = useQuery(reads.viewer);
  const change = useAction(
    (input: { kind: Kind; channel: Channel; on: boolean }, idempotencyKey) =>
      api.patch('/account/notifications', {
        body: { [input.kind]: { [input.channel]: input.on } },
        idempotencyKey,
      }),
    (answer) => queryClient.setQueryData(read('/account/notifications').queryKey, answer),
  );
  const hasMail = viewer.data?.email != null;
  return (
    <section className="card" aria-labelledby="notifications-title">
      <div className="card-head">
        <h2 id="notifications-title">Notifications</h2>
      </div>
      <div className="card-body stack-s">
        <ErrorNotice error={settings.error ?? change.error} compact />
        {settings.isPending && <Skeleton lines={5} />}
        {settings.data && (
          <table className="notification-table">
            <thead>
              <tr>
                <th scope="col">Tell me of</th>
                <th scope="col">Here</th>
                <th scope="col">By mail</th>
              </tr>
            </thead>
            <tbody>
              {kinds.map(({ kind, label, hint }) => (
                <tr key={kind}>
                  <th scope="row">
                    <span className="cell-two">
                      <span>{label}</span>
                      <span>{hint}</span>
                    </span>
                  </th>
                  {(['inApp', 'mail'] as const).map((channel) => (
                    <td key={channel}>
                      <input
                        type="checkbox"
                        aria-label={`${label}, ${channel === 'mail' ? 'by mail' : 'here'}`}
                        checked={settings.data[kind][channel]}
                        disabled={
                          kind === 'security' || change.busy || (channel === 'mail' && !hasMail)
                        }
                        onChange={(event) =>
                          void change.run({ kind, channel, on: event.target.checked })
                        }
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {viewer.data && !hasMail && (
          <p className="small quiet">Your account has no e-mail address to write to.</p>
        )}
      </div>
    </section>
  );
}
