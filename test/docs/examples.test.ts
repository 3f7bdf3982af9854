import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { AppError } from '../../src/errors/app-error.ts';
import { withBuy, withoutSale } from '../../src/features/predictions/lots.ts';
import { bookFill, type Holdings } from '../../src/features/spot/book.ts';
import { fillOfBuy, fillOfSale } from '../../src/features/spot/checks.ts';
import type { SpotOrder } from '../../src/features/spot/order.ts';
import type { Transfer } from '../../src/ledger/transfer.ts';
import type { SpotQuote } from '../../src/market/market.ts';
import { SHARE_DECIMALS, SHARE_STEP } from '../../src/market/predictions/prediction-market.ts';
import { baseUnits, ratio, usdc } from '../../src/money/fixed.ts';
import { dollars, formatBaseUnits, formatUsdc, priceOf, tokens } from '../../src/money/text.ts';
import { levelCost, levelFee } from '../../src/venues/paper/prediction-level.ts';
import { minimumBuyUsd, saleShares } from '../../src/venues/paper/prediction-sizing.ts';
import { fillPredictionBuy, fillPredictionSale } from '../../src/venues/paper/predictions.ts';
import { startTestApp } from '../helpers/app.ts';
import { testId } from '../helpers/state.ts';

const SOL_MINT = 'So11111111111111111111111111111111111111112';
const SOL = { id: 1, mint: SOL_MINT, decimals: 9 };
const pageOf = (page: string): Promise<string> =>
  readFile(new URL(`../../docs/${page}`, import.meta.url), 'utf8');

/** The lines of a transfer as the page of the ledger prints them. */
const printed = ({ postings }: Transfer): string[] =>
  postings.map(({ account, asset, amount, userId }, n) => {
    const decimals = asset === 0 ? 6 : SOL.decimals;
    const text = formatBaseUnits(baseUnits(amount < 0n ? -amount : amount), decimals);
    const name = userId === undefined ? account : `member ${account}`;
    return `| ${n} | ${name} | ${asset === 0 ? 'USDC' : 'SOL'} | ${amount < 0n ? '−' : '+'}${text} |`;
  });

test('the buy and the sale on the page of the ledger are what the code books', async () => {
  const pinned = (text: string): SpotQuote => {
    const price = priceOf(text);
    return { mid: price, bid: price, ask: price, liquidity: null, atMs: 0, pinned: true };
  };
  const { decimals } = SOL;
  const order = (side: 'BUY' | 'SELL', spend: string): SpotOrder => ({
    id: testId(1),
    vertical: 'SPOT',
    trader: { userId: testId(2), idpId: 'idp', username: 'ada', walletAddress: 'w' },
    side,
    origin: 'MANUAL',
    groupId: testId(3),
    proposalId: testId(4),
    asset: SOL,
    spend: dollars(spend),
    reason: null,
  });
  const terms = { feeBps: 50, now: 0 };
  const empty: Holdings = { position: undefined, swap: undefined };
  const bought = fillOfBuy(pinned('153.88'), {
    spend: dollars('25.000001'),
    decimals,
    maxSlippageBps: 100,
    feeBps: 50,
  });
  const buy = bookFill(order('BUY', '25.000001'), bought, empty, terms);
  const sold = fillOfSale(pinned('160'), {
    amount: bought.amount,
    decimals,
    maxSlippageBps: 100,
    size: { max: true },
  });
  const sale = bookFill(order('SELL', '0'), sold, { ...empty, position: buy.position }, terms);
  const page = await pageOf('internals/ledger.md');
  const lines = [...page.matchAll(/^\| \d \| .* \| (?:USDC|SOL) \| .*$/gm)].map(([line]) => line);
  expect(lines).toEqual([...printed(buy.transfer), ...printed(sale.transfer)]);
  expect(page).toContain('25.734987 − 25.000001 = 0.734986');
  expect(sale.trade.pnl).toBe(usdc(734_986n));
});

const shares = (text: string) => tokens(text, SHARE_DECIMALS);
const level = (price: string, size: string) => ({ price: priceOf(price), size: shares(size) });
const FEE_RATE = ratio(priceOf('0.05'));
const prediction = {
  book: {
    bids: [level('0.5', '1000')],
    asks: [level('0.52', '30'), level('0.53', '100')],
  },
  pinned: null,
  feeRate: FEE_RATE,
  maxSlippageBps: 500,
};

test('the buy and the sale on the page of predictions are what the code fills', async () => {
  const page = await pageOf('concepts/predictions.md');
  const bought = fillPredictionBuy({ ...prediction, spend: dollars('25') });
  const cost = usdc(bought.gross + bought.fee);
  const row = (name: string, ...[size, gross, fee]: [bigint, bigint, bigint]): string =>
    `| ${name} | ${formatBaseUnits(baseUnits(size), SHARE_DECIMALS)} ` +
    `| ${formatUsdc(usdc(gross))} | ${formatUsdc(usdc(fee))} |`;
  const at = (price: string, size: bigint): string => {
    const [units, of] = [baseUnits(size), priceOf(price)];
    return row(price, size, levelCost(units, of), levelFee(units, of, FEE_RATE));
  };
  const rest = bought.shares - shares('30');
  const lines = [...page.matchAll(/^\| (?:0\.\d+|together) \| [\d.]+ \| .*$/gm)];
  expect(lines.map(([line]) => line)).toEqual([
    at('0.52', shares('30')),
    at('0.53', rest),
    row('together', bought.shares, bought.gross, bought.fee),
  ]);
  // A hundredth of a share more, at the second price.
  const more = baseUnits(rest + SHARE_STEP);
  const second = [more, priceOf('0.53')] as const;
  const dearer =
    levelCost(shares('30'), priceOf('0.52')) +
    levelFee(shares('30'), priceOf('0.52'), FEE_RATE) +
    levelCost(...second) +
    levelFee(...second, FEE_RATE);
  const sold = fillPredictionSale({ ...prediction, shares: shares('20') });
  const net = usdc(sold.gross - sold.fee);
  const { costOut } = withoutSale(withBuy([], { shares: bought.shares, cost }), sold.shares);
  for (const text of [
    `\`totalCostUsd\` ${formatUsdc(cost)}`,
    `$${formatUsdc(usdc(dollars('25') - cost))} stay`,
    `46.64 shares would come to $${formatUsdc(usdc(dearer))}`,
    `for $${formatUsdc(sold.gross)} with a fee of $${formatUsdc(sold.fee)}: $${formatUsdc(net)} come`,
    `20 had cost ${formatUsdc(costOut)}`,
    `of −${formatUsdc(usdc(costOut - net))}`,
  ]) {
    expect(page).toContain(text);
  }
});

test('the minimum and the sales in the table of predictions are what the code says', async () => {
  const page = await pageOf('concepts/predictions.md');
  const minOrderSize = shares('5');
  const minimum = minimumBuyUsd({ bestAsk: priceOf('0.9'), minOrderSize });
  const book = { bids: [], asks: [level('0.9', '1000')] };
  const smallest = fillPredictionBuy({ ...prediction, book, spend: minimum });
  expect(page).toContain(`at 0.9 it is $${formatUsdc(minimum)}0.`);
  expect(page).toContain(`are ${formatBaseUnits(smallest.shares, SHARE_DECIMALS)} shares.`);
  const rows = page.matchAll(/^\| ([\d.]+) \| (?:\$([\d.]+)|max) \| ([\d.]+|[A-Z_]+) \| /gm);
  const sales = [...rows].map(([, position = '', amount, sold]) => {
    const size =
      amount === undefined
        ? ({ max: true } as const)
        : ({ max: false, amount: dollars(amount) } as const);
    const sale = { position: shares(position), size, bid: priceOf('0.5'), minOrderSize };
    return { position, amount, sold, right: soldOf(sale) };
  });
  expect(sales.filter(({ sold, right }) => sold !== right)).toEqual([]);
  expect(sales).toHaveLength(8);
});

function soldOf(sale: Parameters<typeof saleShares>[0]): string {
  try {
    return formatBaseUnits(saleShares(sale), SHARE_DECIMALS);
  } catch (refusal) {
    return refusal instanceof AppError ? refusal.code : String(refusal);
  }
}

test('the bot of the guide runs as it stands and buys when the price has fallen', async () => {
  const app = await startTestApp();
  const folder = await mkdtemp(join(tmpdir(), 'skein-bot-'));
  try {
    const owner = await app.user('bot_owner', { scopes: ['read', 'trade:spot'] });
    // Far below what the model had a day ago.
    await app.pin(SOL_MINT, '1');
    const guide = await pageOf('guides/first-bot.md');
    const bot = /^```js\n(.*?)^```$/ms.exec(guide)?.[1] ?? '';
    await writeFile(join(folder, 'bot.mjs'), bot);
    const env = { PATH: process.env.PATH, ORIGIN: app.origin, API_KEY: owner.apiKey };
    const { stdout } = await promisify(execFile)(process.execPath, ['bot.mjs'], {
      cwd: folder,
      env,
    });
    expect(stdout).toMatch(/^SOL at 1, -\d+(\.\d+)? % in 24 h\nbought, action [0-9a-f-]{36}\n$/);
    // $10 less the fee of $0.05, at $1.
    expect(await owner.get('/account/positions')).toMatchObject({
      positions: [{ tokenSymbol: 'SOL', balance: '9.95' }],
    });
  } finally {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
