import { Type } from 'typebox';
import { decimalString, isoInstant, moneyString, oneOf } from '../../platform/http/schema.ts';
import { windows } from './pnl.ts';

/** Points of a history without `points`, and the most there can be. */
export const DEFAULT_POINTS = 100;
export const MAX_POINTS = 500;

export const windowField = oneOf(windows, {
  description: 'How far back; `all` is from the beginning.',
  examples: ['7d'],
});

export const pointsField = Type.Integer({
  description: 'Points at most.',
  minimum: 1,
  maximum: MAX_POINTS,
  default: DEFAULT_POINTS,
});

export const pnlSchema = Type.Object(
  {
    absoluteChange24h: moneyString('What 24 hours have gained or lost.', '12.5'),
    percentChange24h: decimalString('Of value then and deposits since.', 'percent', '1.25'),
    window: Type.Optional(windowField),
    absoluteChange: Type.Optional(moneyString('The same over the window.', '-3')),
    percentChange: Type.Optional(decimalString('The same over the window.', 'percent', '-0.3')),
  },
  { title: 'AccountPnl', description: 'How the value of an account has changed by trading.' },
);

export const pnlHistorySchema = Type.Array(
  Type.Object(
    {
      at: isoInstant('When it was worth that.'),
      valueUsd: moneyString('Total value of the account.', '1012.5'),
      pnlUsd: moneyString('Change since the beginning of the window.', '12.5'),
    },
    { title: 'AccountPnlPoint', description: 'Value and change at an instant.' },
  ),
);
