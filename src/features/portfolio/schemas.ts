import { Type } from 'typebox';
import {
  decimalString,
  id,
  isoInstant,
  moneyString,
  nullable,
  oneOf,
} from '../../platform/http/schema.ts';
import { perpPositionSchema } from '../perps/index.ts';
import { predictionTradeSchema, predictionWithPositionSchema } from '../predictions/index.ts';
import { proposalWithPositionSchema, spotTradeSchema } from '../spot/index.ts';

export const positionsSchema = Type.Object(
  {
    perps: Type.Array(perpPositionSchema, { description: 'Perpetual futures.' }),
    spot: Type.Array(proposalWithPositionSchema, { description: 'Tokens and stocks.' }),
    predictions: Type.Array(predictionWithPositionSchema, { description: 'Prediction markets.' }),
  },
  { title: 'CrossVerticalPositions', description: 'Positions of every kind, newest first.' },
);

const perpTradeSchema = Type.Object(
  {
    id: id('Id of the trade; also its ledger transfer.'),
    assignmentId: id('Id of the position.'),
    proposalId: id('The proposal.'),
    groupId: id('The group.'),
    marketSymbol: Type.String({ description: 'Symbol of the market.', examples: ['SOL'] }),
    side: oneOf(['LONG', 'SHORT'], { description: 'Direction of the position.' }),
    action: oneOf(['OPEN', 'ADD', 'REDUCE', 'CLOSE', 'LIQUIDATION', 'ADL'], {
      description: 'What was done to it.',
    }),
    sizeBaseLots: Type.String({ description: 'Base lots traded.', examples: ['666'] }),
    sizeBaseUnits: decimalString('Units traded.', 'units', '6.66'),
    notionalUsd: moneyString('What they were traded for.', '999'),
    priceUsd: nullable(moneyString('Average price; null where only margin was added.', '150')),
    collateralInUsd: moneyString('Put in by the owner.', '100'),
    collateralOutUsd: moneyString('What went back.', '0'),
    feeUsd: moneyString('Trading fee.', '0.34965'),
    penaltyUsd: moneyString('Penalty or haircut of a liquidation.', '0'),
    pricePnlUsd: moneyString('Realized, before fees.', '0'),
    fundingUsd: moneyString('Funding settled with it; positive was received.', '0'),
    txSignature: Type.String({ description: 'Venue reference; `paper_` + id on paper.' }),
    createdAt: isoInstant('When it filled.'),
  },
  { title: 'PerpTrade', description: 'Something that happened to a perp position.' },
);

export const tradesSchema = Type.Object(
  {
    spot: Type.Array(spotTradeSchema, { description: 'Tokens and stocks, in groups.' }),
    predictions: Type.Array(predictionTradeSchema, { description: 'Shares, and claims.' }),
    perps: Type.Array(perpTradeSchema, { description: 'Perpetual futures.' }),
    swaps: Type.Array(spotTradeSchema, { description: 'Personal trades, of no group.' }),
    nextCursor: nullable(
      Type.String({ description: 'Where the next page begins; null on the last page.' }),
    ),
  },
  { title: 'Trades', description: 'A page of trades over all verticals.' },
);
