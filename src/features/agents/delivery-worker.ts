import { isoTime } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/pool.ts';
import { arrayLiteral } from '../../platform/db/table.ts';
import type { Log } from '../../platform/log.ts';
import { type DeliverDeps, deliver } from './deliver.ts';
import {
  type ClaimedDelivery,
  claimDeliveriesStatement,
  fanOutStatement,
  untoldAgentsStatement,
} from './deliveries.sql.ts';
import { DELIVERIES_AT_ONCE, DELIVERY_LEASE_MS } from './limits.ts';

/** Statements of one round that write deliveries; another process may be at it, too. */
const FAN_OUTS = 10;

export interface DeliveryDeps extends DeliverDeps {
  readonly database: Pick<Database, 'reads' | 'withClient'>;
  readonly log: Log;
}

/** Calls external agents: one delivery of each at a time, many agents at once. */
export class DeliveryWorker {
  readonly #deps: DeliveryDeps;
  /** The agents that are being called. */
  readonly #calls = new Map<string, Promise<void>>();
  /** Called when an agent has room for its next delivery. */
  readonly #free: () => void;

  constructor(deps: DeliveryDeps, free: () => void) {
    this.#deps = deps;
    this.#free = free;
  }

  /**
   * Writes the deliveries of what is new, and begins attempts: of these, or of all that are due.
   * Waits for no receiver.
   */
  async round({ all }: { all: boolean }): Promise<void> {
    let written = 0;
    for (; written < FAN_OUTS && (await this.untold()); written += 1) await this.#fanOut();
    if (written === 0 && !all) return;
    for (const claimed of await this.#claim()) this.#begin(claimed);
  }

  /** Whether something was posted for which there are no deliveries yet. */
  async untold(): Promise<boolean> {
    return (await this.#deps.database.reads.query(untoldAgentsStatement)).length > 0;
  }

  /** Waits for the attempts that have begun. */
  async stop(): Promise<void> {
    await Promise.all(this.#calls.values());
  }

  async #fanOut(): Promise<void> {
    const values = [isoTime(this.#deps.wallClock.now())];
    await this.#deps.database.withClient((client) => client.query({ ...fanOutStatement, values }));
  }

  async #claim(): Promise<readonly ClaimedDelivery[]> {
    const room = DELIVERIES_AT_ONCE - this.#calls.size;
    if (room === 0) return [];
    const now = this.#deps.wallClock.now();
    const values = [
      isoTime(now),
      isoTime(now + DELIVERY_LEASE_MS),
      arrayLiteral([...this.#calls.keys()]),
      room,
    ];
    const { rows } = await this.#deps.database.withClient((client) =>
      client.query<ClaimedDelivery>({ ...claimDeliveriesStatement, values }),
    );
    return rows;
  }

  #begin(claimed: ClaimedDelivery): void {
    const { agentId, id } = claimed;
    const call = deliver(this.#deps, claimed)
      .catch((err: unknown) => {
        this.#deps.log.warn({ err, id }, 'a delivery is left to its next attempt');
      })
      .finally(() => {
        this.#calls.delete(agentId);
        this.#free();
      });
    this.#calls.set(agentId, call);
  }
}
