import { Type } from 'typebox';
import { MAX_DECIMAL_CHARACTERS, USDC_AMOUNT_PATTERN } from '../../money/text.ts';
import { nullable, usdcAmount } from '../../platform/http/schema.ts';

/** The widest price bound a caller may ask for (contract 18.22). */
export const MAX_SLIPPAGE_BPS = 2_000;
/** Longest reason of a proposal, in characters. */
export const MAX_REASON_CHARACTERS = 500;

/** Of every order's answer (contract 18.3). */
export const pendingFields = {
  pending: Type.Boolean({ description: 'True while the venue has not answered.' }),
  actionJobId: nullable(Type.String({ description: 'Ask `/actions/{id}` for the outcome.' })),
};

/** An object of the given shape, or null. */
export const nullableObject = <S extends ReturnType<typeof Type.Object>>(schema: S) =>
  Type.Unsafe<object | null>({ ...schema, type: ['object', 'null'] } as never);

/** Dollars to trade: as `usdcAmount`, and above 0 (contract 1.1). */
export const tradeAmount = (description: string) =>
  Type.String({
    ...usdcAmount(description),
    pattern: `^(?!0(\\.0+)?$)${USDC_AMOUNT_PATTERN.slice(1)}`,
    'x-must':
      'be a plain decimal string above 0 with at most 6 decimals and at most ' +
      `${MAX_DECIMAL_CHARACTERS} characters`,
  });

/** The price bound of an order; `defaultBps` when the request has none. */
export const slippageFieldOf = (defaultBps: number, description: string) =>
  Type.Optional(
    Type.Integer({
      description,
      minimum: 0,
      maximum: MAX_SLIPPAGE_BPS,
      'x-unit': 'bps',
      examples: [defaultBps],
    }),
  );

export const reasonField = Type.Optional(
  Type.String({
    description: 'Why, for the members.',
    maxLength: MAX_REASON_CHARACTERS,
    examples: ['Breakout above the weekly range.'],
  }),
);

/** How much to sell: `amountUsd` or `max: true`. */
export const saleFields = {
  amountUsd: Type.Optional(
    Type.Unknown({
      description: 'About how much to sell, a decimal string; ignored when `max` is true.',
      'x-unit': 'USD',
      examples: ['10'],
    }),
  ),
  max: Type.Optional(Type.Boolean({ description: 'Sell everything.' })),
};
