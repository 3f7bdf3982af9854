import { useState } from 'react';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import type { PerpPosition } from '../../api/types.generated.ts';
import { useAction } from '../../api/use-action.ts';
import { multiplyDecimals } from '../../money/decimal.ts';
import { Button } from '../../ui/button.tsx';
import { Slider } from '../../ui/controls.tsx';
import { Amount, Money, Price } from '../../ui/money.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { heldPerp } from '../home/held.ts';
import { fractionOf } from './perp-math.ts';
import { Line } from './quote-lines.tsx';

const marks = [10, 25, 50, 75, 100].map((value) => ({ value, label: `${value}%` }));

export interface PerpPart {
  readonly position: PerpPosition;
  readonly mark: string | undefined;
  /** Told of an order whose outcome is not known yet; null when one has settled at once. */
  readonly onPending: (actionJobId: string | null) => void;
}

export const refreshPerps = (): void =>
  refresh(
    '/perps/positions/{id}',
    '/perps/positions',
    '/positions',
    '/positions/past',
    '/account',
    '/trades',
  );

/** Takes a part out of the position, or all of it. */
export function PerpReduce({ position, mark, onPending }: PerpPart) {
  const [percent, setPercent] = useState(25);
  const isFullClose = percent === 100;
  const reduceFraction = fractionOf(percent);
  const reduce = useAction(
    (body: { reduceFraction: string; isFullClose: boolean }, idempotencyKey) =>
      api.post('/perps/positions/{id}/reduce', { path: { id: position.id }, body, idempotencyKey }),
    (answer, input) => {
      onPending(answer.pending ? answer.actionJobId : null);
      if (!answer.pending) toast.good(input.isFullClose ? 'Position closed' : 'Position reduced');
      refreshPerps();
    },
  );
  const held = heldPerp(position);
  const worth = (mark === undefined ? null : held.worthAt(mark)) ?? held.worth;
  const size = position.currentSizeBaseUnits ?? '0';
  return (
    <div className="stack">
      <Slider
        label="Part to close"
        value={percent}
        onValue={setPercent}
        min={1}
        max={100}
        marks={marks}
        text={`${percent} percent`}
      />
      <dl className="position-quote small" aria-label="Estimate">
        <Line label="Closes">
          <Amount value={multiplyDecimals(size, reduceFraction)} unit={position.marketSymbol} />
        </Line>
        <Line label="At about">
          <Price value={mark} />
        </Line>
        <Line label="Realizes about">
          <Money value={worth && multiplyDecimals(worth.pnlUsd, reduceFraction)} tone />
        </Line>
      </dl>
      <p className="small quiet">
        An estimate at the mark, before the fee. The order fills at most 2% worse, or not at all.
      </p>
      <Button
        look="down"
        size="l"
        className="position-wide"
        busy={reduce.busy}
        onClick={() => void reduce.run({ reduceFraction, isFullClose })}
      >
        {isFullClose ? 'Close position' : `Reduce by ${percent}%`}
      </Button>
      <ErrorNotice error={reduce.error} compact />
    </div>
  );
}
