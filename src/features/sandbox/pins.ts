import type { Engine } from '../../engine/engine.ts';
import type { MarketData } from '../../market/market.ts';
import type { Price } from '../../money/fixed.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Bus } from '../../platform/db/bus.ts';
import type { Database } from '../../platform/db/pool.ts';
import { NO_ID } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { pricePinTable } from './pin-table.ts';
import { refresher } from './refresher.ts';
import { keepPinLock, type PinOfKindRow, pinsOfKind } from './sandbox.sql.ts';
import { clearPin, PIN_LOCK_KEY, setPin } from './set-pin.ts';

/** Topic of the bus: pins have changed; the payload says nothing more. */
const PIN_TOPIC = 'pin';

/** The pinned prices of tokens: rows of the database, and the market of every process. */
export interface Pins {
  /** Resolves when the pin is committed and in force in this process. */
  pinToken(mint: string, price: Price): Promise<void>;
  /** Ends the pin likewise; without one nothing happens. */
  unpinToken(mint: string): Promise<void>;
  close(): Promise<void>;
}

export interface PinsDeps {
  readonly engine: Pick<Engine, 'submit'>;
  readonly database: Pick<Database, 'reads' | 'withClient'>;
  readonly bus: Pick<Bus, 'publish' | 'subscribe' | 'onReset'>;
  readonly market: Pick<MarketData, 'loadPins'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Loads the pins that were kept into the market and keeps it in step with the other processes. */
export async function openPins(deps: PinsDeps): Promise<Pins> {
  const { engine, database, bus, market, clock, log } = deps;
  const { price } = pricePinTable.columns;
  const refresh = refresher(async () => {
    const rows = await database.reads.query<PinOfKindRow>(pinsOfKind, ['token']);
    market.loadPins(
      rows.map(({ instrument, price: raw, fromMs, toMs }) => ({
        mint: instrument,
        price: price.read(raw),
        fromMs,
        toMs,
      })),
    );
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
    async pinToken(mint, pinned) {
      const command = { kind: 'token' as const, instrument: mint, price: pinned };
      await engine.submit(setPin, command, { userId: NO_ID });
      await changed();
    },
    async unpinToken(mint) {
      await engine.submit(clearPin, { kind: 'token', instrument: mint }, { userId: NO_ID });
      await changed();
    },
    async close() {
      for (const stop of stops) stop();
      await refreshLater();
    },
  };
}
