import type { Bus } from '../../platform/db/bus.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { Statement } from '../../platform/db/table.ts';
import type { Log } from '../../platform/log.ts';

/** Topic of the bus: a setting has changed; the payload is its key. */
export const SETTING_TOPIC = 'setting';
/** How often settings are read again without being told, should a message be lost. */
const REREAD_INTERVAL_MS = 5_000;

/** Every setting. */
const allSettings: Statement = { name: 'all settings', text: 'select key, value from setting' };
/** One setting. $1 key. */
const oneSetting: Statement = {
  name: 'one setting',
  text: 'select key, value from setting where key = $1::text',
};
interface SettingRecord {
  readonly key: string;
  readonly value: string;
}

/** The settings of all processes as this one knows them: the newest of the database, in memory. */
export interface Settings {
  get(key: string): string | undefined;
  /** Reads one key again and tells every other process to do so; resolves when `get` shows it. */
  changed(key: string): Promise<void>;
  /** Stops to listen and to read. */
  close(): Promise<void>;
}

export interface SettingsDeps {
  readonly database: Pick<Database, 'reads' | 'withClient'>;
  readonly bus: Pick<Bus, 'publish' | 'subscribe' | 'onReset'>;
  readonly log: Log;
}

/** Loads the settings and keeps them fresh over the bus; every few seconds also without it. */
export async function openSettings({ database, bus, log }: SettingsDeps): Promise<Settings> {
  let values = new Map<string, string>();
  // One read after another, so that an older answer never overwrites a newer one.
  let last: Promise<void> = Promise.resolve();
  const inOrder = (work: () => Promise<void>): Promise<void> => {
    last = last.then(work, work);
    return last;
  };
  const readAll = () =>
    inOrder(async () => {
      const rows = await database.reads.query<SettingRecord>(allSettings);
      values = new Map(rows.map(({ key, value }) => [key, value]));
    });
  const readOne = (key: string) =>
    inOrder(async () => {
      const [row] = await database.reads.query<SettingRecord>(oneSetting, [key]);
      if (row) values.set(key, row.value);
      else values.delete(key);
    });
  const complain = (err: unknown) => log.warn({ err }, 'the settings could not be read again');

  const stops = [
    bus.subscribe(SETTING_TOPIC, (key) => {
      (typeof key === 'string' ? readOne(key) : readAll()).catch(complain);
    }),
    bus.onReset(() => void readAll().catch(complain)),
  ];
  const timer = setInterval(() => void readAll().catch(complain), REREAD_INTERVAL_MS);
  timer.unref();
  await readAll();
  return {
    get: (key) => values.get(key),
    async changed(key) {
      await readOne(key);
      await database.withClient((client) => bus.publish(client, SETTING_TOPIC, key));
    },
    async close() {
      clearInterval(timer);
      for (const stop of stops) stop();
      await last.catch(() => undefined);
    },
  };
}
