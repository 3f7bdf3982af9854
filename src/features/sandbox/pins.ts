import type { Engine } from '../../engine/engine.ts';
import type { InstrumentKind } from '../../market/instruments.ts';
import type { Price } from '../../money/fixed.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Bus } from '../../platform/db/bus.ts';
import type { Database } from '../../platform/db/pool.ts';
import { NO_ID } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { refresher } from '../../platform/refresher.ts';
import { pricePinTable } from './pin-table.ts';
import { allPins, type KeptPinRow, keepPinLock } from './sandbox.sql.ts';
import { clearPin, PIN_LOCK_KEY, setPin } from './set-pin.ts';

/** Topic of the bus: pins have changed; the payload says nothing more. */
const PIN_TOPIC = 'pin';

/** What carries pins: a token and a stock of one mint have one pin, that of the token. */
export type PinnedKind = Exclude<InstrumentKind, 'stock'>;

/** A pin as markets take it; `toMs` null = in force. */
export interface KeptPin {
  readonly instrument: string;
  readonly price: Price;
  /** Null: the same as the price. */
  readonly oracle: Price | null;
  readonly fromMs: number;
  readonly toMs: number | null;
}

/** How the market of each kind takes over all pins and their history. */
export type PinLoaders = Readonly<Partial<Record<PinnedKind, (rows: readonly KeptPin[]) => void>>>;

/** The pinned prices: rows of the database, and the markets of every process. */
export interface Pins {
  /** Resolves when the pin is committed and in force in this process. */
  pin(kind: PinnedKind, instrument: string, price: Price, oracle?: Price | null): Promise<void>;
  /** Ends the pin likewise; without one nothing happens. */
  unpin(kind: PinnedKind, instrument: string): Promise<void>;
  close(): Promise<void>;
}

export interface PinsDeps {
  readonly engine: Pick<Engine, 'submit'>;
  readonly database: Pick<Database, 'reads' | 'withClient'>;
  readonly bus: Pick<Bus, 'publish' | 'subscribe' | 'onReset'>;
  readonly loaders: PinLoaders;
  readonly clock: Clock;
  readonly log: Log;
}

/** Loads the pins that were kept into the market and keeps it in step with the other processes. */
export async function openPins(deps: PinsDeps): Promise<Pins> {
  const { engine, database, bus, loaders, clock, log } = deps;
  const { price, oracle } = pricePinTable.columns;
  const refresh = refresher(async () => {
    const rows = await database.reads.query<KeptPinRow>(allPins);
    for (const [kind, load] of Object.entries(loaders)) {
      const own = rows.filter((row) => row.kind === kind);
      load(
        own.map((row) => ({
          instrument: row.instrument,
          price: price.read(row.price),
          oracle: oracle.read(row.oracle),
          fromMs: row.fromMs,
          toMs: row.toMs,
        })),
      );
    }
  });
  const refreshLater = () =>
    refresh().catch((err: unknown) => log.warn({ err }, 'the pins could not be read again'));
  const changed = async (): Promise<void> => {
    await refresh();
    await database.withClient((client) => bus.publish(client, PIN_TOPIC, null));
  };

  await database.withClient((client) =>
    client.query({ ...keepPinLock, values: [PIN_LOCK_KEY, isoTime(clock.now())] }),
  );
  const stops = [
    bus.subscribe(PIN_TOPIC, () => void refreshLater()),
    bus.onReset(() => void refreshLater()),
  ];
  await refresh();
  return {
    async pin(kind, instrument, pinned, oracleAt = null) {
      const command = { kind, instrument, price: pinned, oracle: oracleAt };
      await engine.submit(setPin, command, { userId: NO_ID });
      await changed();
    },
    async unpin(kind, instrument) {
      await engine.submit(clearPin, { kind, instrument }, { userId: NO_ID });
      await changed();
    },
    async close() {
      for (const stop of stops) stop();
      await refreshLater();
    },
  };
}
