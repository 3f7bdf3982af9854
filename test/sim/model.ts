/** What the simulation itself knows of the world: by what it asked for and was answered. */
export interface SimUser {
  readonly name: string;
  readonly userId: string;
  readonly apiKey: string;
  /** How much it likes to stake at once, in dollars. */
  readonly stakeUsd: number;
}

/** A membership as the answers to its owner and to admins say it is. */
export interface Member {
  readonly user: SimUser;
  active: boolean;
  isAdmin: boolean;
  isLeader: boolean;
  autoBuy: boolean;
  mirrorExits: boolean;
  /** Ends or may have ended from here on without anybody's doing; in milliseconds. */
  endsAtMs: number | null;
}

export interface Group {
  readonly id: string;
  readonly name: string;
  readonly fees: { joiningFee: string; subscriptionFee: string; subscriptionPeriod: string };
  readonly members: Map<string, Member>;
}

export type Vertical = 'SPOT' | 'STOCK' | 'PREDICTION' | 'PERP';

/** A call of a group that takes, or has taken, entries. */
export interface Call {
  readonly id: string;
  readonly vertical: Vertical;
  readonly group: Group;
  readonly creator: SimUser;
}

/** A request with an Idempotency-Key and what became of it. */
export interface Kept {
  readonly user: SimUser;
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: unknown;
  readonly key: string;
  readonly status: number;
  readonly text: string;
  readonly atMs: number;
}

export interface Model {
  readonly users: SimUser[];
  readonly groups: Group[];
  readonly calls: Call[];
  /** Successes under a key, the oldest first. */
  readonly kept: Kept[];
  /** Requests under a key that were refused, and never succeeded afterwards. */
  readonly refused: { readonly userId: string; readonly key: string }[];
  /** Trades that answers have told of, by id. */
  readonly trades: Set<string>;
  /** Orders whose outcome was not known when they were answered. */
  readonly pending: { readonly user: SimUser; readonly actionId: string }[];
  /** Dollars that were put into each wallet, in millionths. */
  readonly deposits: Map<string, bigint>;
}

export const emptyModel = (): Model => ({
  users: [],
  groups: [],
  calls: [],
  kept: [],
  refused: [],
  trades: new Set(),
  pending: [],
  deposits: new Map(),
});

/** Members who take part in a leader's opening trade now, as the model has it. */
export const eligible = (group: Group, leaderId: string): Member[] =>
  [...group.members.values()].filter(
    ({ user, active, autoBuy }) => active && autoBuy && user.userId !== leaderId,
  );
