import { useState } from 'react';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import type { GroupMember } from '../../api/types.generated.ts';
import { useAction } from '../../api/use-action.ts';
import { signOf } from '../../money/decimal.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/controls.tsx';
import { Field } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { cleanAmount, isAmount } from '../propose/amount.ts';
import { AmountField } from '../propose/amount-field.tsx';
import { FollowHistory } from './follow-history.tsx';

const verticals = [
  { value: 'SPOT', label: 'Tokens' },
  { value: 'STOCK', label: 'Stocks' },
  { value: 'PREDICTION', label: 'Predictions' },
  { value: 'PERP', label: 'Perps' },
] as const;
type Vertical = (typeof verticals)[number]['value'];

const textOf = (value: string | null): string => value ?? '';
const toggled = (now: readonly Vertical[], value: Vertical): readonly Vertical[] =>
  now.includes(value) ? now.filter((one) => one !== value) : [...now, value];
const orNull = (text: string): string | null =>
  cleanAmount(text) === '' ? null : cleanAmount(text);

function FollowedField(props: {
  followed: readonly Vertical[];
  onToggle: (value: Vertical) => void;
}) {
  const { followed, onToggle: toggle } = props;
  return (
    <fieldset className="group-checks">
      <legend>What is followed</legend>
      {verticals.map(({ value, label }) => (
        <label key={value} className="group-check">
          <input
            type="checkbox"
            checked={followed.includes(value)}
            onChange={() => toggle(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function Limits(props: {
  dailyLimit: string;
  onDailyLimit: (text: string) => void;
  maxLeverage: string;
  onMaxLeverage: (text: string) => void;
}) {
  const { dailyLimit, onDailyLimit: setDailyLimit } = props;
  const { maxLeverage, onMaxLeverage: setMaxLeverage } = props;
  return (
    <div className="group-pair">
      <Field
        label="Daily limit"
        prefix="$"
        inputMode="decimal"
        placeholder="None"
        value={dailyLimit}
        onText={setDailyLimit}
        hint="Over a UTC day."
      />
      <Field
        label="Highest leverage"
        suffix="×"
        inputMode="decimal"
        placeholder="None"
        value={maxLeverage}
        onText={setMaxLeverage}
        hint="Perps with more follow at this."
      />
    </div>
  );
}

function AutoBuyForm({ own }: { own: GroupMember }) {
  const { groupId, autoBuyEnabled } = own;
  const [enabled, setEnabled] = useState(autoBuyEnabled);
  const [amount, setAmount] = useState(
    signOf(own.autoBuyAmountUsd) > 0 ? own.autoBuyAmountUsd : '',
  );
  const [mirrorExits, setMirror] = useState(own.mirrorExits);
  const [followed, setFollowed] = useState<readonly Vertical[]>(own.verticals);
  const [dailyLimit, setDailyLimit] = useState(textOf(own.dailyLimitUsd));
  const [maxLeverage, setMaxLeverage] = useState(textOf(own.maxLeverage));
  const amountUsd = orNull(amount);
  const body = {
    enabled,
    ...(amountUsd === null ? {} : { amountUsd }),
    mirrorExits,
    verticals: [...followed],
    dailyLimitUsd: orNull(dailyLimit),
    maxLeverage: orNull(maxLeverage),
  };
  const save = useAction(
    (input: typeof body, idempotencyKey) =>
      api.post('/groups/{id}/auto-buy', { path: { id: groupId }, body: input, idempotencyKey }),
    (member) => {
      toast.good(member.autoBuyEnabled ? 'Auto-buy is on' : 'Auto-buy is off');
      refresh('/groups/{id}/members');
    },
  );
  const toggle = (value: Vertical): void => setFollowed((now) => toggled(now, value));
  const fits = followed.length > 0 && (!enabled || isAmount(amountUsd ?? ''));
  return (
    <section className="card" aria-labelledby="auto-title">
      <div className="card-head">
        <h2 id="auto-title">Auto-buy</h2>
      </div>
      <div className="card-body stack">
        <Switch
          label="Follow the calls of the leaders"
          hint="Each new call buys for you at once, never at a price much worse than the leader's."
          checked={enabled}
          onChecked={setEnabled}
        />
        <AmountField label="Into each call" value={amount} onValue={setAmount} />
        <Switch
          label="Mirror exits"
          hint="When the leader sells, the same part of what was followed is sold."
          checked={mirrorExits}
          onChecked={setMirror}
        />
        <FollowedField followed={followed} onToggle={toggle} />
        <Limits
          dailyLimit={dailyLimit}
          onDailyLimit={setDailyLimit}
          maxLeverage={maxLeverage}
          onMaxLeverage={setMaxLeverage}
        />
        <ErrorNotice error={save.error} />
        <div>
          <Button
            look="primary"
            busy={save.busy}
            disabled={!fits}
            onClick={() => void save.run(body)}
          >
            Save
          </Button>
        </div>
      </div>
    </section>
  );
}

/** The auto-buy of the reader, and what became of each call that it followed. */
export function AutoBuyTab({ groupId, own }: { groupId: string; own: GroupMember | undefined }) {
  return (
    <div className="group-halves">
      {own ? <AutoBuyForm key={own.updatedAt} own={own} /> : <Skeleton lines={5} height="l" />}
      <FollowHistory groupId={groupId} />
    </div>
  );
}
