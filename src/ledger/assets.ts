import { assert } from '../errors/app-error.ts';
import type { Database } from '../platform/db/pool.ts';
import type { Statement } from '../platform/db/table.ts';

/** What the ledger counts: cash, tokens, tokenized stocks. */
export interface Asset {
  readonly id: number;
  readonly kind: string;
  readonly mint: string;
  readonly symbol: string;
  readonly decimals: number;
}

export type NewAsset = Omit<Asset, 'id'>;

/** The assets in memory; their ids are those of the ledger's rows. */
export interface Assets {
  byMint(mint: string): Asset | undefined;
  /** Asserts that the id is known: every id in the ledger is in the table. */
  byId(id: number): Asset;
  /** All assets in the order of their ids, USDC first. */
  all(): readonly Asset[];
  /**
   * Gives an id to every asset that has none yet; processes that do so at once agree on the ids.
   * Asserts that a known asset has kept its decimals, without which its amounts mean nothing.
   */
  ensure(wanted: readonly NewAsset[]): Promise<void>;
}

const loadAssets: Statement = {
  name: 'load assets',
  text: 'select id, kind, mint, symbol, decimals from asset order by id',
};

/**
 * Ids in the order asked, rows in one order in every process, or two that start at once could wait
 * for each other. $1 kinds, $2 mints, $3 symbols, $4 decimals.
 */
const insertAssets: Statement = {
  name: 'insert assets',
  text: `
    with wanted as materialized (
      select nextval('asset_id') as id, kind, mint, symbol, decimals
      from unnest($1::text[], $2::text[], $3::text[], $4::int2[]) v(kind, mint, symbol, decimals))
    insert into asset (id, kind, mint, symbol, decimals)
    select id, kind, mint, symbol, decimals from wanted order by mint
    on conflict (mint) do nothing`,
};

/** Reads the assets that the database knows. */
export async function openAssets(
  database: Pick<Database, 'reads' | 'withClient'>,
): Promise<Assets> {
  let all: readonly Asset[] = [];
  let byMint = new Map<string, Asset>();
  let byId = new Map<number, Asset>();

  const read = async (): Promise<void> => {
    all = await database.reads.query<Asset>(loadAssets);
    byMint = new Map(all.map((asset) => [asset.mint, asset]));
    byId = new Map(all.map((asset) => [asset.id, asset]));
  };
  await read();

  return {
    byMint: (mint) => byMint.get(mint),
    byId(id) {
      const asset = byId.get(id);
      assert(asset, `asset ${id} is not in memory`);
      return asset;
    },
    all: () => all,
    async ensure(wanted) {
      const missing = wanted.filter(({ mint }) => !byMint.has(mint));
      if (missing.length > 0) {
        const columns = [
          missing.map(({ kind }) => kind),
          missing.map(({ mint }) => mint),
          missing.map(({ symbol }) => symbol),
          missing.map(({ decimals }) => decimals),
        ];
        await database.withClient((client) => client.query({ ...insertAssets, values: columns }));
        await read();
      }
      for (const { mint, decimals } of wanted) {
        const known = byMint.get(mint)?.decimals;
        assert(known === decimals, `asset ${mint} has ${known} decimals, not ${decimals}`);
      }
    },
  };
}
