import { type ReactNode, useState } from 'react';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { ErrorNotice, Remark } from '../../ui/notice.tsx';
import { mayPropose, useMembers } from '../groups/use-members.ts';
import { cleanAmount, isAmount } from './amount.ts';
import { AmountField } from './amount-field.tsx';
import type { Kind } from './draft.ts';
import { GroupField } from './group-field.tsx';
import { OrderBox } from './order-box.tsx';
import { type Plan, propose } from './plan.ts';
import { QuoteFacts } from './quote-facts.tsx';
import type { useQuote } from './use-quote.ts';
import './ticket.css';

const REASON_CHARACTERS = 500;

interface Props {
  readonly kind: Kind;
  /** What would be ordered; null until everything is chosen. */
  readonly plan: Plan | null;
  readonly groupId: string;
  readonly onGroup: (groupId: string) => void;
  readonly amountUsd: string;
  readonly onAmount: (amountUsd: string) => void;
  readonly quote: ReturnType<typeof useQuote>;
  /** Fields of the vertical: side, leverage. */
  readonly children?: ReactNode;
}

interface ReviewProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly plan: Plan;
  readonly groupId: string;
  readonly amountUsd: string;
  readonly reason: string;
}

/** The last look at a call before it is made, then its outcome. */
function Review({ open, onClose, plan, groupId, amountUsd, reason }: ReviewProps) {
  const action = useAction(
    ({ plan, ...input }: { plan: Plan; groupId: string; amountUsd: string; reason: string }, key) =>
      propose(plan, input, key),
  );
  const close = (): void => {
    onClose();
    if (action.data) action.reset();
  };
  return (
    <Dialog open={open} onClose={close} title="Review your call" size="s">
      <div className="stack">
        <div className="cell-two">
          <span>{plan.name}</span>
          <span>Opened with your own money; members with auto-buy follow it.</span>
        </div>
        {reason.trim() !== '' && <p className="ticket-reason">{reason.trim()}</p>}
        <OrderBox
          plan={plan}
          amountUsd={amountUsd}
          groupId={groupId}
          input={{ plan, groupId, amountUsd, reason }}
          confirm={`Confirm: $${amountUsd} at risk`}
          action={action}
        />
      </div>
    </Dialog>
  );
}

/** The order of a call: group, amount, reason, and what it costs before it is confirmed. */
export function Ticket(props: Props) {
  const { kind, plan, groupId, onGroup, amountUsd, onAmount, quote, children } = props;
  const [reason, setReason] = useState('');
  const [review, setReview] = useState(false);
  const { own, pages } = useMembers(groupId);
  const barred = groupId !== '' && pages.data !== undefined && own && !mayPropose(own, kind);
  const amount = cleanAmount(amountUsd);
  const ready = plan !== null && groupId !== '' && isAmount(amount) && !barred;
  return (
    <section className="card ticket" aria-labelledby="ticket-title">
      <div className="card-head">
        <h2 id="ticket-title">Your call</h2>
      </div>
      <div className="card-body stack">
        <GroupField value={groupId} onValue={onGroup} />
        {barred && (
          <Remark kind="warn">
            {kind === 'market'
              ? 'Only leaders of this group make predictions.'
              : 'Only leaders and admins of this group make calls.'}{' '}
            You can follow theirs.
          </Remark>
        )}
        {children}
        <AmountField
          label={kind === 'perp' ? 'Collateral' : 'Amount'}
          value={amountUsd}
          onValue={onAmount}
        />
        <TextArea
          label="Reason (optional)"
          value={reason}
          onText={setReason}
          rows={2}
          maxLength={REASON_CHARACTERS}
          placeholder="Why? Your group reads this."
        />
        {plan && quote.quoted && !quote.error && (
          <QuoteFacts quoted={quote.quoted} current={quote.current} />
        )}
        <ErrorNotice error={quote.error} />
        <Button
          look="primary"
          size="l"
          disabled={!ready || quote.error !== null}
          onClick={() => setReview(true)}
        >
          Review call
        </Button>
        {!plan && <p className="small quiet ticket-note">Choose a market to see what it costs.</p>}
      </div>
      {plan && (
        <Review
          open={review}
          onClose={() => setReview(false)}
          plan={plan}
          groupId={groupId}
          amountUsd={amount}
          reason={reason}
        />
      )}
    </section>
  );
}
