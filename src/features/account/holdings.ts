import type { Static } from 'typebox';
import { USDC_ASSET } from '../../ledger/accounts.ts';
import { PRICE_DECIMALS, pow10, price, valueAt } from '../../money/fixed.ts';
import { formatFixed, formatPrice, formatUsdc } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import { cutPage } from '../../platform/http/cursor.ts';
import { type HoldingRow, holdingsPage } from './account.sql.ts';
import { holdingCursor, type PageQuery } from './cursors.ts';
import type { AccountDeps } from './deps.ts';
import type { balanceSchema, holdingSchema } from './schemas.ts';
import { type AssetView, type Holding, heldUnits } from './valuation.ts';

/** The network that wallets and tokens live on. */
export const NETWORK = 'solana';
const ONE_DOLLAR = price(pow10(PRICE_DECIMALS));
const CASH_NAME = 'USD Coin';
const BEFORE_ALL = -1;

type Balance = Static<typeof balanceSchema>;
type HoldingView = Static<typeof holdingSchema>;

interface HoldingsPage {
  readonly holdings: readonly Holding[];
  readonly nextCursor: string | null;
}

async function readPage(
  { database }: AccountDeps,
  userId: string,
  after: number,
  limit: number,
): Promise<HoldingsPage> {
  const values = [userId, after, limit + 1];
  const read = await database.reads.query<HoldingRow>(holdingsPage, values);
  const { kept, nextCursor } = cutPage(read, limit, ({ id }) => [id]);
  const holdings = kept.map(({ available, reserved, ...asset }) => ({
    asset,
    available,
    reserved,
  }));
  return { holdings, nextCursor };
}

/** A page of balances, USDC first. VALIDATION_FAILED for a cursor of another list. */
export async function readBalances(
  deps: AccountDeps,
  userId: string,
  { limit, cursor }: PageQuery,
): Promise<{ balances: Balance[]; nextCursor: string | null }> {
  const after = holdingCursor(cursor, BEFORE_ALL);
  const { holdings, nextCursor } = await readPage(deps, userId, after, limit);
  return { balances: holdings.map((holding) => balanceOf(deps, holding)), nextCursor };
}

/** A page of what was bought and is held: all but USDC. VALIDATION_FAILED as `readBalances`. */
export async function readPositions(
  deps: AccountDeps,
  userId: string,
  { limit, cursor }: PageQuery,
): Promise<{ positions: HoldingView[]; nextCursor: string | null }> {
  const after = holdingCursor(cursor, USDC_ASSET);
  const { holdings, nextCursor } = await readPage(deps, userId, after, limit);
  return { positions: holdings.map((holding) => holdingOf(deps, holding)), nextCursor };
}

/** USDC is the unit of account; every other asset is what its vertical says. */
function viewOf({ viewAsset, clock }: AccountDeps, { asset }: Holding): AssetView {
  const now = clock.now();
  if (asset.id !== USDC_ASSET) return viewAsset(asset, now);
  return { name: CASH_NAME, price: ONE_DOLLAR, atMs: now };
}

function balanceOf(deps: AccountDeps, holding: Holding): Balance {
  const { asset, available } = holding;
  const held = heldUnits(holding);
  const { name, price: mid } = viewOf(deps, holding);
  return {
    tokenAddress: asset.mint,
    symbol: asset.symbol,
    name,
    decimals: asset.decimals,
    balanceRaw: held.toString(),
    balance: formatFixed(held, asset.decimals),
    availableRaw: available.toString(),
    priceUsd: mid === undefined ? null : formatPrice(mid),
    valueUsd: mid === undefined ? null : formatUsdc(valueAt(held, asset.decimals, mid)),
  };
}

function holdingOf(deps: AccountDeps, holding: Holding): HoldingView {
  const { asset } = holding;
  const held = heldUnits(holding);
  const { name, price: mid, atMs } = viewOf(deps, holding);
  return {
    tokenAddress: asset.mint,
    tokenSymbol: asset.symbol,
    tokenName: name,
    balance: formatFixed(held, asset.decimals),
    value: mid === undefined ? '0' : formatUsdc(valueAt(held, asset.decimals, mid)),
    price: mid === undefined ? '0' : formatPrice(mid),
    chainId: NETWORK,
    decimals: asset.decimals,
    currency: 'usd',
    lastUpdated: isoTime(atMs),
  };
}
