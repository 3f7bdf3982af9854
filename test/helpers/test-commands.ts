import { type CommandKind, ref, type Write } from '../../src/engine/command.ts';
import { createEngine, type Engine, type EngineDeps } from '../../src/engine/engine.ts';
import { AppError } from '../../src/errors/app-error.ts';
import { USDC_ASSET } from '../../src/ledger/accounts.ts';
import { depositTable, settingTable, walletTable } from '../../src/ledger/tables.ts';
import { systemPosting, transfer, userPosting } from '../../src/ledger/transfer.ts';
import { usdc } from '../../src/money/fixed.ts';
import { monotonicClock } from '../../src/platform/clock.ts';
import { noFailpoint } from '../../src/platform/failpoint.ts';
import type { Backend } from './backend.ts';

/** Another engine on the database of a backend, as another process would have. */
export function engineOn(
  { database, clock, ids, log }: Backend,
  change: Partial<EngineDeps> = {},
): Engine {
  const noFollowers = { statement: { name: 'no followers', text: 'select 1' }, values: [] };
  return createEngine({
    context: {
      clock,
      wallClock: clock,
      ids,
      failpoint: noFailpoint,
      followRows: () => noFollowers,
    },
    clientConfig: () => database.clientConfig(),
    log,
    elapsedMs: () => monotonicClock.elapsedMs(),
    ...change,
  });
}

/** A wallet with so many units; no event. */
export const openWallet: CommandKind<{ userId: string; units: bigint }> = {
  name: 'test.openWallet',
  needs: ({ userId }) => ({ users: [userId] }),
  decide(_state, { userId, units }, { ids, now }) {
    const empty = {
      userId,
      available: usdc(0n),
      reserved: usdc(0n),
      eventSeq: 0n,
      country: null,
    };
    const wallet = { table: walletTable, row: empty };
    if (units === 0n) return { rows: [wallet] };
    const id = ids.next();
    const row = { id, userId, amount: usdc(units), source: 'test', createdAt: now };
    return {
      rows: [wallet, { table: depositTable, row }],
      transfers: [
        transfer(id, 'deposit', [
          systemPosting('external', USDC_ASSET, -units),
          userPosting(userId, USDC_ASSET, units),
        ]),
      ],
    };
  },
};

export interface Pay {
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
  /** A statement of the test that runs in the same transaction. */
  readonly write?: Write;
}

/** Moves units between two users; INSUFFICIENT_FUNDS. Answers what the payer has left. */
export const pay: CommandKind<Pay> = {
  name: 'test.pay',
  needs: ({ from, to }) => ({ users: [from, to] }),
  decide(state, { from, to, units, write }, { ids }) {
    const left = (state.wallet(from)?.available ?? 0n) - units;
    if (left < 0n) throw new AppError('INSUFFICIENT_FUNDS');
    const id = ids.next();
    return {
      transfers: [
        transfer(id, 'groupFee', [
          userPosting(from, USDC_ASSET, -units),
          userPosting(to, USDC_ASSET, units),
        ]),
      ],
      events: [
        { userId: from, type: 'paid', data: { id } },
        { userId: to, type: 'received', data: { id } },
      ],
      writes: write ? [write] : [],
      answer: { status: 200, data: { left: left.toString() } },
    };
  },
};

/** Writes a setting; null takes it away. Answers what was there before. */
export const note: CommandKind<{ key: string; value: string | null }> = {
  name: 'test.note',
  needs: ({ key }) => ({ users: [], rows: [ref(settingTable, key)] }),
  decide(state, { key, value }, { now }) {
    const before = state.get(settingTable, key)?.value ?? null;
    const answer = { status: 200, data: { before } };
    if (value === null) return { removed: [ref(settingTable, key)], answer };
    return { rows: [{ table: settingTable, row: { key, value, updatedAt: now } }], answer };
  },
};

/** A decision that the database refuses: a deposit below zero breaks a constraint. */
export const poison: CommandKind<{ userId: string }> = {
  name: 'test.poison',
  needs: ({ userId }) => ({ users: [userId] }),
  decide(_state, { userId }, { ids, now }) {
    const row = { id: ids.next(), userId, amount: usdc(-1n), source: 'test', createdAt: now };
    return { rows: [{ table: depositTable, row }], answer: { status: 200, data: {} } };
  },
};

/** A bug: writes a setting and moves more than the wallet holds. */
export const overdraw: CommandKind<Pay> = {
  name: 'test.overdraw',
  needs: ({ from, to }) => ({ users: [from, to], rows: [ref(settingTable, 'overdrawn')] }),
  decide(_state, { from, to, units }, { ids, now }) {
    const id = ids.next();
    return {
      rows: [{ table: settingTable, row: { key: 'overdrawn', value: '1', updatedAt: now } }],
      transfers: [
        transfer(id, 'groupFee', [
          userPosting(to, USDC_ASSET, units),
          userPosting(from, USDC_ASSET, -units),
        ]),
      ],
      events: [{ userId: from, type: 'paid', data: { id } }],
    };
  },
};
