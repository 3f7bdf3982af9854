import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { exactTrades } from './spot-exactness-table.ts';
import { mints, openGroup, propose } from './world.ts';

interface Step {
  readonly kind: string;
  readonly amountUsd: string;
  readonly price: string;
  /** The columns of the lines `trade`, `holds`, `worth` and `wallet`. */
  readonly [line: string]: string | readonly string[];
}

interface Scenario {
  readonly name: string;
  readonly mint: string;
  readonly decimals: number;
  readonly depositUsd: string;
  readonly steps: readonly Step[];
}

const columns = (line: string): string[] => line.split('|').map((text) => text.trim());

function readStep(block: string): Step {
  const [what = '', ...lines] = block.split('\n').filter((line) => line !== '' && line[0] !== '#');
  const [kind = '', amountUsd = '', , price = ''] = what.split(' ');
  const named = lines.map((line) => {
    const end = line.indexOf(' ');
    return [line.slice(0, end), columns(line.slice(end))];
  });
  return { kind, amountUsd, price, ...Object.fromEntries(named) };
}

const scenarios: readonly Scenario[] = exactTrades
  .split('== ')
  .slice(1)
  .map((text) => {
    const end = text.indexOf('\n');
    const [name = '', mint = '', decimals, depositUsd = ''] = columns(text.slice(0, end));
    const blocks = text.slice(end).trim().split('\n\n');
    return { name, mint, decimals: Number(decimals), depositUsd, steps: blocks.map(readStep) };
  });

/** Decimal text as an integer of 18 places, for sums only. */
const units = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole + fraction.padEnd(18, '0'));
  return text.startsWith('-') ? -size : size;
};

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

async function order(user: TestUser, step: Step, proposalId: string) {
  const path = `/spot/proposals/${proposalId}`;
  if (step.kind === 'buy') return user.post(`${path}/buy`, { amountUsd: step.amountUsd });
  if (step.kind === 'sell') return user.post(`${path}/sell`, { amountUsd: step.amountUsd });
  if (step.kind === 'max') return user.post(`${path}/sell`, { max: true });
  return user.post(`${path}/close`);
}

function checkTrade(trade: Record<string, unknown>, step: Step, decimals: number) {
  const [tradeType, tokenAmount, totalCostUsd, svcFeeUsd, pnlUsd, pnlPct] = step.trade as string[];
  expect(trade).toMatchObject({
    tradeType,
    tokenAmount,
    totalCostUsd,
    svcFeeUsd,
    pnlUsd,
    pnlPct,
    pricePerTokenUsd: step.price,
    tokenDecimals: decimals,
    txSignature: `paper_${trade.id}`,
  });
}

function checkPosition(position: Record<string, unknown>, step: Step) {
  const [raw, totalCostUsd, avgEntryPriceUsd, exit, state] = step.holds as string[];
  const [value, unrealized, unrealizedPnlPct, realized, realizedPnlPct] = step.worth as string[];
  expect(position).toEqual({
    hasPosition: state === 'open',
    currentTokenAmountRaw: raw,
    totalCostUsd,
    avgEntryPriceUsd,
    avgExitPriceUsd: exit === '-' ? null : exit,
    unrealizedPnlUsd: unrealized,
    realizedPnlUsd: realized,
    currentValueUsd: value,
    currentPriceUsd: step.price,
    unrealizedPnlPct,
    realizedPnlPct,
    userExitedAt: state === 'open' ? null : expect.stringMatching(/Z$/),
  });
}

/** The movements of the trade are what the balances differ by, and end at the new balances. */
async function checkWallet(
  user: TestUser,
  at: { step: Step; before: Step | undefined; scenario: Scenario; tradeId: string },
) {
  const { step, before, scenario, tradeId } = at;
  const [cash = '', held = ''] = step.wallet as string[];
  const [cashBefore, heldBefore] = (before?.wallet as string[]) ?? [scenario.depositUsd, '0'];
  const account = await user.get('/account');
  expect(account.cashBalanceUsd).toBe(cash);
  expect(account.spotValueUsd).toBe((step.worth as string[])[0]);
  const [usdc, token] = await user.get('/account/balances');
  expect(usdc).toMatchObject({ symbol: 'USDC', balance: cash, priceUsd: '1', valueUsd: cash });
  if (held === '0') expect(token).toBeUndefined();
  else expect(token).toMatchObject({ balance: held, balanceRaw: (step.holds as string[])[0] });
  const { entries } = await user.get('/account/ledger?limit=3');
  const lines = entries.filter(({ ref }: { ref: string }) => ref === tradeId);
  const moved = [
    { asset: 'USDC', by: units(cash) - units(cashBefore ?? '0'), balanceAfter: cash },
    { asset: 'token', by: units(held) - units(heldBefore ?? '0'), balanceAfter: held },
  ].filter(({ by }) => by !== 0n);
  type Line = { kind: string; asset: string; amount: string; balanceAfter: string };
  const shown = lines.map(({ kind, asset, amount, balanceAfter }: Line) => {
    expect(kind).toBe('trade');
    return { asset: asset === 'USDC' ? asset : 'token', by: units(amount), balanceAfter };
  });
  expect(shown).toHaveLength(moved.length);
  expect(shown).toEqual(expect.arrayContaining(moved));
}

describe('spot trades are exact to the last unit', () => {
  it.each(scenarios.map((scenario, n) => [scenario.name, scenario, n] as const))(
    '%s',
    async (_, scenario, n) => {
      const { mint, decimals, depositUsd, steps } = scenario;
      const user = await test.user(`trader_${n}`, { depositUsd });
      const groupId = await openGroup(user);
      let proposalId = '';
      for (const [index, step] of steps.entries()) {
        await test.pin(mint, step.price);
        const made =
          step.kind === 'propose'
            ? await propose(user, groupId, step.amountUsd, mint)
            : await order(user, step, proposalId);
        proposalId ||= made.proposal.id;
        checkTrade(made.trade, step, decimals);
        const read = await user.get(`/spot/proposals/${proposalId}`);
        checkPosition(read.userPosition, step);
        const before = steps[index - 1];
        await checkWallet(user, { step, before, scenario, tradeId: made.trade.id });
        if (step.kind !== 'close') continue;
        const [, , , realized, realizedPct] = step.worth as string[];
        const exit = { exitPriceUsd: step.price, exitPnlUsd: realized, exitPnlPct: realizedPct };
        expect(made.proposal).toMatchObject({ ...exit, closedAt: expect.any(String) });
        expect(read.proposal).toMatchObject(exit);
      }
      await test.audit();
    },
  );
});

it.each([
  // 10.01 × 0.0033 = 0.033033; 9.976967 ÷ 150 = 0.06651311333… → 0.066513113;
  // × 150 = 9.97696695 → 9.976966; × 0.0033 = 0.0329239878 → 0.032924;
  // 9.976966 − 0.032924 − 10.01 = −0.065958
  ['33', ['0.066513113', '0.033033'], ['9.976966', '0.032924', '-0.065958'], '999.934042'],
  // 10.01 ÷ 150 = 0.06673333… → 0.066733333; × 150 = 10.00999995 → 10.009999
  ['0', ['0.066733333', '0'], ['10.009999', '0', '-0.000001'], '999.999999'],
])('charges a fee of %s bps where it is so configured', async (feeBps, bought, sold, cash) => {
  const other = await startTestApp({ SKEIN_SPOT_FEE_BPS: feeBps });
  await other.pin(mints.sol, '150');
  const user = await other.user('trader');
  const { proposal, trade } = await propose(user, await openGroup(user), '10.01');
  expect([trade.tokenAmount, trade.svcFeeUsd]).toEqual(bought);
  const sale = (await user.post(`/spot/proposals/${proposal.id}/close`)).trade;
  expect([sale.totalCostUsd, sale.svcFeeUsd, sale.pnlUsd]).toEqual(sold);
  expect((await user.get('/account')).cashBalanceUsd).toBe(cash);
  await other.audit();
  await other.stop();
});
