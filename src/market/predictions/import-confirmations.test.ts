import { describe, expect, it } from 'vitest';
import {
  conditionId,
  gammaEvent,
  gammaMarket,
  resolved,
  tokenId,
} from '../../../test/helpers/gamma-fixtures.ts';
import { importFolder } from '../../../test/helpers/import-folder.ts';

const folder = importFolder();
const { put, run, source, printed } = folder;

describe('what only confirms a market', () => {
  const row = (n: number, winner: 'yes' | 'no' | null, fields = {}) => ({
    condition_id: conditionId(n),
    closed: winner !== null,
    tokens: (['yes', 'no'] as const).map((side) => ({
      ...{ token_id: tokenId(n, side), outcome: side, price: 0.5, winner: winner === side },
    })),
    ...fields,
  });
  const closed = resolved('["1", "0"]', { umaResolutionStatus: 'proposed' });

  it('settles a closed one by the winner of its CLOB row', async () => {
    await put(
      '1.json',
      gammaEvent(
        'one',
        [1, 2, 3, 4].map((n) => gammaMarket(n, closed)),
      ),
    );
    const rows = [row(1, 'yes'), row(2, 'no'), row(3, 'no', { is_50_50_outcome: true })];
    await put('2.json', { data: [...rows, row(4, null)], next_cursor: 'LTE=' });
    const predictions = await source();
    const results = [1, 2, 3, 4].map((n) => {
      const market = predictions.market(`market-${n}`);
      return market && predictions.state(market, Date.UTC(2026, 3, 1)).result;
    });
    expect(results).toEqual(['YES', 'NO', 'VOID', null]);
    expect(printed).toContain('CLOB market: 0 imported, 4 merged, 0 refused');
  });

  it('is refused when it contradicts the market or is of none', async () => {
    await put('1.json', gammaEvent('one', [gammaMarket(1), gammaMarket(2, resolved('["1","0"]'))]));
    const strange = row(1, null, { tokens: [{ token_id: '1' }, { token_id: '2' }] });
    await put('2.json', [row(1, 'yes'), row(2, 'no'), row(3, 'no'), strange]);
    await run();
    expect(printed.slice(0, 4)).toEqual([
      `2.json: CLOB market (${conditionId(1)}): says YES at no time, but its market is recorded as open`,
      `2.json: CLOB market (${conditionId(2)}): says NO, but its market is recorded as resolved YES`,
      `2.json: CLOB market (${conditionId(3)}): no market of this condition id is imported`,
      `2.json: CLOB market (${conditionId(1)}): its tokens are not those of its market`,
    ]);
  });

  it('settles an open one by a message that came later, which keeps its price until then', async () => {
    const message = (n: number, side: 'yes' | 'no', timestamp: number) => ({
      ...{ event_type: 'market_resolved', market: conditionId(n), timestamp: String(timestamp) },
      winning_asset_id: tokenId(n, side),
    });
    await put('1.json', gammaEvent('one', [gammaMarket(1), gammaMarket(2)]));
    const [later, earlier] = [Date.UTC(2026, 2, 1), Date.UTC(2026, 1, 1)];
    await put('2.json', [message(1, 'no', later), message(2, 'yes', earlier)]);
    const predictions = await source();
    expect(printed[0]).toBe(
      '2.json: message (market_resolved): its market is recorded as open later',
    );
    const market = predictions.market('market-1');
    if (market === undefined) throw new Error('market-1 is imported');
    expect(predictions.state(market, later - 1)).toEqual({ status: 'active', result: null });
    expect(predictions.book(market, later - 1)?.bids[0]?.price).toBe(22n * 10n ** 16n);
    expect(predictions.state(market, later)).toEqual({ status: 'resolved', result: 'NO' });
    expect(predictions.book(market, later)).toBeUndefined();
  });
});
