import type { AppError } from '../errors/app-error.ts';
import type { WalletRow } from '../ledger/tables.ts';
import type { Transfer } from '../ledger/transfer.ts';
import type {
  AnyLookup,
  AnyTable,
  Columns,
  Lookup,
  RowOf,
  Scalar,
  Statement,
  Table,
} from '../platform/db/table.ts';
import type { Ids } from '../platform/ids.ts';

/** A row, or an answer of a lookup, that a command needs. */
export interface Ref {
  readonly source: AnyTable | AnyLookup;
  readonly key: readonly Scalar[];
}

export const ref = (source: AnyTable | AnyLookup, ...key: Scalar[]): Ref => ({ source, key });

/** What must be locked and loaded before a command can be decided. */
export interface Needs {
  /** Users whose wallet rows are locked, in id order; everything of theirs is guarded by it. */
  readonly users: readonly string[];
  /** Rows (single uuid key) held against change until commit, e.g. a proposal while it is bought. */
  readonly share?: readonly Ref[];
  /** Rows (single uuid key) locked for change. */
  readonly update?: readonly Ref[];
  readonly rows?: readonly Ref[];
}

/** What a pure decision can see: rows as earlier commands of the batch left them. */
export interface State {
  get<C extends Columns>(table: Table<C>, ...key: Scalar[]): RowOf<Table<C>> | undefined;
  find<Row extends object>(lookup: Lookup<Row>, ...key: Scalar[]): Row | undefined;
  wallet(userId: string): WalletRow | undefined;
}

/** Time and chance of one decision. */
export interface DecideContext {
  /** Business time in milliseconds, the same for all commands of a batch. */
  readonly now: number;
  /** Real wall-clock time in milliseconds, for what a venue's answer waits on. */
  readonly realNow: number;
  readonly ids: Ids;
}

export interface RowWrite {
  readonly table: AnyTable;
  readonly row: object;
}

/** Something the user's event stream tells; `data` is JSON with money as strings. */
export interface EventDraft {
  readonly userId: string;
  readonly type: string;
  readonly data: object;
}

/** A set-based statement that runs in the same transaction after the rows are saved. */
export interface Write {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

/**
 * A final trade of a group's leader. Whoever follows is written as rows by the statement that the
 * composition root has given the engine; the trade itself never knows its followers.
 */
export interface LeaderTrade {
  readonly id: string;
  readonly leaderId: string;
  readonly groupId: string;
  readonly proposalId: string;
  readonly vertical: 'SPOT' | 'STOCK' | 'PREDICTION' | 'PERP';
  readonly side: 'BUY' | 'SELL' | 'LONG' | 'SHORT' | 'CLOSE';
  /** The leader's fill, 1e-18 dollars. */
  readonly price: bigint;
  /** For an exit: how much of how much was sold. */
  readonly sold?: bigint;
  readonly held?: bigint;
  /** Of an exit that a trigger made: it is left to followers who have triggers of their own. */
  readonly byTrigger?: boolean;
  /** Only this follower, when a late fill catches up with an exit; all eligible ones otherwise. */
  readonly onlyFollowerId?: string;
}

/** Something that everybody in a group may see at once; `data` is JSON with money as strings. */
export interface GroupSignal {
  readonly groupId: string;
  readonly type: string;
  readonly data: object;
}

/**
 * What became of a group's call, for its chat. It is kept by the statement that the composition
 * root has given the engine, in the same transaction; the call itself knows no chat.
 */
export interface Announcement {
  /** Of the cause: it is told once under this id. */
  readonly id: string;
  readonly groupId: string;
  /** In whose name it is told. */
  readonly senderId: string;
  readonly kind: 'PROPOSAL' | 'CLOSE' | 'RESOLUTION';
  readonly vertical: 'SPOT' | 'STOCK' | 'PREDICTION' | 'PERP';
  readonly proposalId: string;
  /** A short sentence, amounts as exact decimals. */
  readonly text: string;
  /** The same for programs, beside kind, vertical and proposal: money as decimal text. */
  readonly metadata: Readonly<Record<string, string | null>>;
}

/** Everything a decision changes; the engine applies it as a whole or not at all. */
export interface Outcome {
  readonly transfers?: readonly Transfer[];
  readonly rows?: readonly RowWrite[];
  /** Rows that go away (a cleared setting, a released idempotency key). */
  readonly removed?: readonly Ref[];
  /** New answers of lookups, so that later commands of the batch see them. */
  readonly found?: readonly { ref: Ref; row: object | undefined }[];
  readonly events?: readonly EventDraft[];
  readonly leaderTrades?: readonly LeaderTrade[];
  readonly announcements?: readonly Announcement[];
  /** Told to listeners once the batch is committed; nothing durable. */
  readonly signals?: readonly GroupSignal[];
  readonly writes?: readonly Write[];
  readonly answer?: { readonly status: number; readonly data: unknown };
  /** Refuses the caller although rows change: the venue was asked and said no. */
  readonly refusal?: AppError;
}

/**
 * One kind of command. `decide` is pure: no I/O, no clock or chance but the context's. It refuses
 * by throwing an AppError, which leaves no trace; any other throw is a bug and refuses as INTERNAL.
 */
export interface CommandKind<C> {
  readonly name: string;
  needs(command: C): Needs;
  decide(state: State, command: C, context: DecideContext): Outcome;
}

/** The claim of an Idempotency-Key, both hashes as 32 hex digits. */
export interface Idempotency {
  readonly userId: string;
  readonly keyHash: string;
  readonly bodyHash: string;
}

/** What a committed command answers. `json` is the enveloped body, exactly as stored for replays. */
export interface Answer {
  readonly status: number;
  readonly json: string;
  readonly replayed: boolean;
}
