import { Type } from 'typebox';
import {
  decimalString,
  isoInstant,
  moneyString,
  nullable,
  oneOf,
} from '../../platform/http/schema.ts';
import { STOCK_STATUSES } from './status.ts';

export const STOCK_KINDS = ['stock', 'etf'] as const;

export const stateFields = {
  marketStatus: oneOf(STOCK_STATUSES, { description: 'Orders want OPEN.', examples: ['OPEN'] }),
  nextOpen: nullable(isoInstant('When trading resumes; null while the market is open.')),
};

const stockFields = {
  ticker: Type.String({ description: 'The underlying.', examples: ['AAPL'] }),
  name: Type.String({ description: 'Full name.', examples: ['Apple'] }),
  mint: Type.String({ description: 'Mint address of the token.' }),
  imageUrl: Type.String({ description: 'Address of the logo, or "".', examples: [''] }),
  kind: oneOf(STOCK_KINDS, { description: 'A share or a fund.', examples: ['stock'] }),
  price: moneyString('Middle price of one token; "0" when unknown.', '255.1'),
  priceChange24h: decimalString('Change over 24 h; "0" when unknown.', 'percent', '-1.25'),
  decimals: Type.Integer({ description: 'Decimals of a base unit.', examples: [9] }),
  minTradeUsd: moneyString('Smallest buy.', '1'),
};

export const stockSchema = Type.Object(stockFields, {
  title: 'Stock',
  description: 'A tokenized stock or fund.',
});

export const stockWithStateSchema = Type.Object(
  { ...stockFields, ...stateFields },
  { title: 'StockWithStatus', description: 'A tokenized stock and whether it trades now.' },
);

export const stockListSchema = Type.Object(
  {
    ...stateFields,
    stocks: Type.Array(stockSchema, { description: 'In order of the catalogue.' }),
  },
  { title: 'StockList', description: 'The catalogue and whether its market is open.' },
);
