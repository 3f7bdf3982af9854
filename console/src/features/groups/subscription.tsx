import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import type { Group, GroupMember } from '../../api/types.generated.ts';
import { useAction } from '../../api/use-action.ts';
import { signOf } from '../../money/decimal.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/marks.tsx';
import { ErrorNotice, Remark } from '../../ui/notice.tsx';
import { Moment } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { acceptedFees, type Fees, feeWords } from './fees.ts';

type Verb = 'pay' | 'cancel' | 'resume';
interface Props {
  readonly own: GroupMember;
  readonly group: Group;
}

const done = {
  pay: 'The subscription is paid',
  cancel: 'The subscription is canceled',
  resume: 'The subscription goes on',
} as const;

/** Pays, cancels or resumes the own subscription; paying accepts the fees as they are shown. */
function useSubscription({ own, group }: Props) {
  const { groupId } = own;
  return useAction(
    (action: Verb, idempotencyKey) => {
      const fees: { acceptFees?: Fees } =
        action === 'pay' ? { acceptFees: acceptedFees(group) } : {};
      const body = { action, ...fees };
      return api.post('/groups/{id}/subscription', {
        path: { id: groupId },
        body,
        idempotencyKey,
      });
    },
    (_, action) => {
      toast.good(done[action]);
      refresh('/groups/{id}/members', '/groups', '/account');
    },
  );
}

/** Said where a subscription is unpaid: what is closed, and the way to open it. */
export function SubscriptionNotice(props: Props) {
  const subscription = useSubscription(props);
  if (props.own.subscriptionStatus !== 'PAST_DUE') return null;
  return (
    <Remark kind="warn">
      <div className="stack-s">
        <strong>Your subscription is unpaid</strong>
        <p>
          {feeWords({ ...props.group, joiningFee: '0' })}. After 7 days you can only read and exit.
        </p>
        <ErrorNotice error={subscription.error} compact />
        <div>
          <Button
            look="primary"
            busy={subscription.busy}
            onClick={() => void subscription.run('pay')}
          >
            Pay now
          </Button>
        </div>
      </div>
    </Remark>
  );
}

const tones = { NONE: 'neutral', ACTIVE: 'up', PAST_DUE: 'warn', CANCELED: 'neutral' } as const;
const words = { NONE: 'None', ACTIVE: 'Active', PAST_DUE: 'Unpaid', CANCELED: 'Canceled' } as const;

/** The own subscription with everything that can be done to it. */
export function SubscriptionCard(props: Props) {
  const { own, group } = props;
  const { subscriptionStatus: status, nextChargeAt } = own;
  const subscription = useSubscription(props);
  if (status === 'NONE' || (status === 'ACTIVE' && signOf(group.subscriptionFee) === 0))
    return null;
  const verb: Verb = status === 'PAST_DUE' ? 'pay' : status === 'CANCELED' ? 'resume' : 'cancel';
  const labels = { pay: 'Pay now', resume: 'Resume', cancel: 'Cancel subscription' } as const;
  return (
    <section className="card" aria-labelledby="subscription-title">
      <div className="card-head">
        <h2 id="subscription-title">Subscription</h2>
        <Badge tone={tones[status]}>{words[status]}</Badge>
      </div>
      <div className="card-body stack">
        <p>{feeWords({ ...group, joiningFee: '0' })}</p>
        <p className="quiet">
          {status === 'CANCELED' ? 'Your membership ends ' : 'Next charge '}
          <Moment at={nextChargeAt} />
        </p>
        <ErrorNotice error={subscription.error} />
        <div>
          <Button
            look={verb === 'cancel' ? 'plain' : 'primary'}
            busy={subscription.busy}
            onClick={() => void subscription.run(verb)}
          >
            {labels[verb]}
          </Button>
        </div>
      </div>
    </section>
  );
}
