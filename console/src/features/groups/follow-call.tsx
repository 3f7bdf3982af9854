import { useState } from 'react';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { cleanAmount } from '../propose/amount.ts';
import { AmountField } from '../propose/amount-field.tsx';
import { OrderBox } from '../propose/order-box.tsx';
import { join, type Plan } from '../propose/plan.ts';
import type { Call } from './calls.ts';

/** The way into a call: an amount, what it costs, one confirmation. */
export function FollowCall(props: {
  call: Call;
  groupId: string;
  open: boolean;
  onClose: () => void;
}) {
  const { call, groupId, open, onClose } = props;
  const [amountUsd, setAmount] = useState('');
  const amount = cleanAmount(amountUsd);
  const action = useAction(
    ({ plan, ...input }: { plan: Plan; proposalId: string; amountUsd: string }, key) =>
      join(plan, input, key),
  );
  const close = (): void => {
    onClose();
    if (action.data) action.reset();
  };
  return (
    <Dialog open={open} onClose={close} title={call.plan.name} size="s">
      <div className="stack">
        <AmountField
          label={call.kind === 'perp' ? 'Collateral' : 'Amount'}
          value={amountUsd}
          onValue={setAmount}
        />
        <OrderBox
          plan={call.plan}
          amountUsd={amount}
          groupId={groupId}
          input={{ plan: call.plan, proposalId: call.id, amountUsd: amount }}
          confirm={amount === '' ? 'Enter an amount' : `Confirm: $${amount} at risk`}
          action={action}
        />
      </div>
    </Dialog>
  );
}
