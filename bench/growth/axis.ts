import type pg from 'pg';
import type { Database } from '../../src/platform/db/pool.ts';
import type { Service } from '../service.ts';

/** A database in which something grows, with a service over it. */
export interface Place {
  readonly service: Service;
  readonly database: Database;
}

/** One operation whose cost is looked at while the world grows. */
export interface Operation {
  readonly name: string;
  /** What one of it costs. */
  readonly unit: 'µs' | 'ms' | 's';
  /** Cost that follows the size by its nature is only reported. */
  readonly grows?: true;
  /** Taken before measuring, over a service that has just started. */
  readonly warm?: (place: Place) => Promise<unknown>;
  /** How often it is taken, in turn with the smallest world; the least counts. Once if absent. */
  readonly rounds?: number;
  cost(place: Place): Promise<number>;
}

/** A world that has been made over HTTP and grows by SQL. */
export interface World {
  /** Brings the world to a size, by rows that the audit finds nothing wrong with. */
  grow(client: pg.Client, size: number): Promise<void>;
  /** The same ones at every size, for the users who are there then. */
  operations(client: pg.Client, size: number): Promise<readonly Operation[]>;
}

/** Something that grows, and what must not cost more for it. */
export interface Axis {
  readonly name: string;
  readonly what: string;
  readonly sizes: readonly number[];
  /**
   * Whether each size is measured in turn with a copy of the smallest one, so that a machine that
   * becomes slower is not taken for growth; else sizes are compared with what smaller ones cost.
   */
  readonly beside: boolean;
  /** Makes the smallest world. What it answers is called when the service has stopped. */
  make(place: Place): Promise<(client: pg.Client) => Promise<World>>;
}
