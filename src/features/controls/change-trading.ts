import { isoTime, systemClock } from '../../platform/clock.ts';
import type { TradingMode, Vertical } from '../../platform/config.ts';
import type { Bus } from '../../platform/db/bus.ts';
import type { Database } from '../../platform/db/pool.ts';
import { SETTING_TOPIC } from './settings.ts';
import { tradingKey } from './verticals.ts';

const upsert = {
  name: 'set trading mode',
  text: `insert into setting (key, value, updated_at) values ($1, $2, $3)
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
};

/**
 * Sets a trading mode without an engine, for the operator's command line: row and message to the
 * processes are one transaction, so a switch that is committed is always heard. It is a single
 * row that no balance hangs on, which is why it may pass the engine by.
 */
export async function changeTrading(
  { database, bus }: { database: Pick<Database, 'withClient'>; bus: Pick<Bus, 'publish'> },
  vertical: Vertical,
  mode: TradingMode,
): Promise<void> {
  const key = tradingKey(vertical);
  await database.withClient(async (client) => {
    await client.query('begin');
    await client.query({ ...upsert, values: [key, mode, isoTime(systemClock.now())] });
    await bus.publish(client, SETTING_TOPIC, key);
    await client.query('commit');
  });
}
