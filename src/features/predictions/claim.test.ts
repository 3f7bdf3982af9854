import { expect, test } from 'vitest';
import { decideOn, testId } from '../../../test/helpers/state.ts';
import { accountTable, walletTable } from '../../ledger/tables.ts';
import { baseUnits, usdc } from '../../money/fixed.ts';
import { dollars, priceOf } from '../../money/text.ts';
import { membershipTable } from '../groups/index.ts';
import { type ClaimPrediction, claim } from './claim.ts';
import { afterBuy, afterSale } from './position.ts';
import {
  type PredictionPositionRow,
  type PredictionProposalRow,
  predictionPositionTable,
  predictionProposalTable,
} from './tables.ts';

const NOW = Date.UTC(2026, 0, 31, 14, 30);
const TOKEN = 7;
const [userId, proposalId, groupId, creatorId] = [testId(1), testId(2), testId(3), testId(4)];
const trader = { userId, idpId: 'i', username: 'u', walletAddress: 'w' };
const identity = {
  id: proposalId,
  groupId,
  creatorId,
  marketId: 'm',
  isYes: true,
  assetId: TOKEN,
};

const proposal = (change: Partial<PredictionProposalRow> = {}): PredictionProposalRow => ({
  id: proposalId,
  groupId,
  creatorId,
  eventId: 'e',
  marketId: 'm',
  outcomeId: '1',
  assetId: TOKEN,
  isYes: true,
  eventTitle: null,
  marketTitle: null,
  eventImageUrl: null,
  reason: null,
  status: 'RESOLVED',
  result: 'YES',
  didWin: true,
  initialPrice: priceOf('0.5'),
  createdAt: NOW,
  updatedAt: NOW,
  resolvedAt: NOW,
  closeTradeId: null,
  closePrice: null,
  told: true,
  ...change,
});

/** 97.57 shares that have cost $50.25. */
const position = (change: Partial<PredictionPositionRow> = {}): PredictionPositionRow => ({
  ...afterBuy(
    undefined,
    { userId, proposalId, groupId, assetId: TOKEN },
    {
      shares: baseUnits(97_570_000n),
      cost: dollars('50.25'),
      follow: true,
      claimable: true,
      now: NOW,
    },
  ),
  ...change,
});

/** A present member, in the one field that decides. */
const member = { groupId, userId, status: 'ACTIVE' };

function claimOn(
  of: PredictionProposalRow,
  held: PredictionPositionRow | undefined,
  {
    origin = 'CLAIM',
    isMember = false,
  }: { origin?: ClaimPrediction['origin']; isMember?: boolean } = {},
) {
  const wallet = { userId, available: usdc(0n), reserved: usdc(0n), eventSeq: 0n, country: null };
  const account = {
    userId,
    assetId: TOKEN,
    available: baseUnits((held?.quantity ?? 0n) - (held?.locked ?? 0n)),
    reserved: held?.locked ?? baseUnits(0n),
  };
  return decideOn(
    claim,
    { trader, proposal: identity, origin },
    {
      now: NOW,
      rows: [
        [walletTable, wallet],
        [accountTable, account],
        [predictionProposalTable, of],
        ...(held ? ([[predictionPositionTable, held]] as const) : []),
        ...(isMember ? ([[membershipTable, member]] as const) : []),
      ],
    },
  );
}

test.each([
  // A share pays 1 where its side has won, half a dollar of a VOID market on both sides.
  ['YES', true, '97.57', '47.32'],
  ['NO', false, '97.57', '47.32'],
  // 97.57 ÷ 2 = 48.785; 48.785 − 50.25 = −1.465.
  ['VOID', true, '48.785', '-1.465'],
  ['VOID', false, '48.785', '-1.465'],
] as const)('%s pays the holder of a YES (%s) %s dollars', (result, isYes, paid, pnl) => {
  const didWin = result !== 'VOID';
  const { outcome, set } = claimOn(proposal({ result, isYes, didWin }), position());
  expect(set.wallet(userId)?.available).toBe(dollars(paid));
  expect(set.get(accountTable, userId, TOKEN)?.available).toBe(0n);
  expect(outcome.transfers?.map(({ kind }) => kind)).toEqual(['claim']);
  const [trade, after] = (outcome.rows ?? []).map(({ row }) => row);
  expect(trade).toMatchObject({
    side: 'CLAIM',
    origin: 'CLAIM',
    quantity: 97_570_000n,
    price: result === 'VOID' ? priceOf('0.5') : priceOf('1'),
    gross: dollars(paid),
    fee: 0n,
    costOut: dollars('50.25'),
    pnl: dollars(pnl),
  });
  expect(after).toMatchObject({
    quantity: 0n,
    cost: 0n,
    lots: '',
    claimedAt: NOW,
    claimable: false,
    followed: 0n,
    realizedPnl: dollars(pnl),
  });
  expect(outcome.answer).toMatchObject({
    status: 200,
    data: {
      trade: { tradeType: 'CLAIM', tokenAmount: '97.57', totalCostUsd: paid, pnlUsd: pnl },
      amountClaimedUsd: paid,
      pending: false,
    },
  });
  expect(set.events.map(({ type }) => type)).toEqual(['prediction.trade']);
});

test('the smallest step, a hundredth of a VOID share, pays half a cent', () => {
  const tiny = afterBuy(undefined, position(), {
    shares: baseUnits(10_000n),
    cost: usdc(1n),
    follow: false,
    claimable: true,
    now: NOW,
  });
  const { set } = claimOn(proposal({ result: 'VOID', didWin: false }), tiny);
  expect(set.wallet(userId)?.available).toBe(dollars('0.005'));
});

test('the daily job claims by the same rules, under a name of its own', () => {
  const { outcome } = claimOn(proposal(), position(), { origin: 'AUTO_CLAIM' });
  expect(outcome.rows?.[0]?.row).toMatchObject({ side: 'CLAIM', origin: 'AUTO_CLAIM' });
});

const refused = (code: string) => expect.objectContaining({ code });

test.each([
  ['ACTIVE', null],
  ['CLOSED', null],
] as const)('before the resolution, %s, there is nothing to claim', (status, result) => {
  const open = proposal({ status, result, didWin: false, resolvedAt: null });
  expect(() => claimOn(open, position())).toThrow(refused('NOT_CLAIMABLE'));
});

test('a losing side has nothing to claim', () => {
  const lost = proposal({ isYes: false, didWin: false });
  expect(() => claimOn(lost, position())).toThrow(refused('NOT_CLAIMABLE'));
});

test('a second claim is NOT_CLAIMABLE, one after everything was sold NO_POSITION', () => {
  const sale = { shares: position().quantity, proceeds: dollars('60'), follow: false };
  const flat = afterSale(position(), sale).position;
  expect(() => claimOn(proposal(), { ...flat, claimedAt: NOW })).toThrow(refused('NOT_CLAIMABLE'));
  expect(() => claimOn(proposal(), flat)).toThrow(refused('NO_POSITION'));
});

test('what arrived after a claim is claimed by another', () => {
  const late = position({ claimedAt: NOW - 1 });
  expect(claimOn(proposal(), late).set.wallet(userId)?.available).toBe(dollars('97.57'));
});

test('while a sale is in flight the claim waits', () => {
  const selling = position({ locked: baseUnits(5_000_000n) });
  expect(() => claimOn(proposal(), selling)).toThrow(refused('PROPOSAL_PENDING'));
});

test('without a position a member is told so, anybody else nothing', () => {
  expect(() => claimOn(proposal(), undefined)).toThrow(refused('NOT_GROUP_MEMBER'));
  expect(() => claimOn(proposal(), undefined, { isMember: true })).toThrow(refused('NO_POSITION'));
});

test('of what is settling or has failed only its creator knows', () => {
  for (const status of ['PENDING', 'FAILED']) {
    const hidden = proposal({ status, result: null, didWin: false, resolvedAt: null });
    const ofMember = () => claimOn(hidden, undefined, { isMember: true });
    expect(ofMember).toThrow(refused('NOT_FOUND'));
  }
});
