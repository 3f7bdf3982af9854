import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bookFill, type Holdings } from '../../src/features/spot/book.ts';
import { fillOfBuy, fillOfSale } from '../../src/features/spot/checks.ts';
import type { SpotOrder } from '../../src/features/spot/order.ts';
import type { Transfer } from '../../src/ledger/transfer.ts';
import type { SpotQuote } from '../../src/market/market.ts';
import { baseUnits, usdc } from '../../src/money/fixed.ts';
import { dollars, formatBaseUnits, priceOf } from '../../src/money/text.ts';
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
