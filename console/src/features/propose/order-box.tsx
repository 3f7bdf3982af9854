import type { Action } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { isAmount } from './amount.ts';
import { OrderProgress } from './order-progress.tsx';
import type { Placed, Plan } from './plan.ts';
import { QuoteFacts } from './quote-facts.tsx';
import { useQuote } from './use-quote.ts';
import './ticket.css';

/**
 * The quote of an order, its confirmation, and then its outcome. The action belongs to what is
 * around the dialog: who closes it after a failure of unknown outcome and confirms the same again
 * still sends the same key.
 */
export function OrderBox<Input>(props: {
  plan: Plan;
  amountUsd: string;
  groupId: string;
  input: Input;
  confirm: string;
  action: Action<Input, Placed>;
}) {
  const { plan, amountUsd, groupId, input, confirm, action } = props;
  const { quoted, current, error } = useQuote(action.data ? null : plan, amountUsd);
  if (action.data) return <OrderProgress order={action.data} groupId={groupId} />;
  const refused = error !== null;
  return (
    <div className="stack">
      {quoted && !refused && <QuoteFacts quoted={quoted} current={current || action.busy} />}
      {!quoted && !refused && isAmount(amountUsd) && <Skeleton lines={4} />}
      <ErrorNotice error={action.error ?? error} />
      <Button
        look="primary"
        size="l"
        busy={action.busy}
        disabled={!isAmount(amountUsd) || refused || !current}
        onClick={() => void action.run(input)}
      >
        {action.error?.retryable ? 'Try again' : confirm}
      </Button>
      <p className="small quiet ticket-note">
        Prices move: the order fills within its slippage bound, or not at all.
      </p>
    </div>
  );
}
