import type { Answer, Idempotency } from '../../engine/command.ts';
import type { Engine } from '../../engine/engine.ts';
import { AppError, invalid } from '../../errors/app-error.ts';
import { usdc } from '../../money/fixed.ts';
import { formatUsdc, parseUsdc } from '../../money/text.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import { decodeCursor } from '../../platform/http/cursor.ts';
import { isId, LAST_ID } from '../../platform/ids.ts';
import type { Caller, Sessions } from '../sessions/index.ts';
import { requireAddress } from './address.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { LIMIT_WINDOW_MS, MINIMUM_WITHDRAWAL } from './limits.ts';
import { noteFailedCode } from './note-failed-code.ts';
import type { Payouts } from './payouts.ts';
import { releaseWithdrawal } from './release-withdrawal.ts';
import type { Origin, WithdrawalRules } from './rules.ts';
import { settleWithdrawal } from './settle-withdrawal.ts';
import { withdraw } from './withdraw.ts';
import { type Withdrawal, withdrawalObject } from './withdrawal-object.ts';
import {
  type WithdrawalPageRow,
  withdrawalOfId,
  withdrawalsPage,
  withdrawnSince,
} from './withdrawals.sql.ts';

export interface WithdrawalLimits {
  readonly minimumUsd: string;
  readonly dailyLimitUsd: string;
  readonly remainingUsd: string;
  readonly delayMs: number;
}

/** What owners, and the sandbox, do with withdrawals. */
export interface Withdrawals {
  /**
   * Requests a withdrawal. VALIDATION_FAILED (`amountUsd`), ADDRESS_INVALID,
   * SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, and as the command `withdraw`.
   */
  withdraw(
    caller: Caller,
    wish: { readonly address: string; readonly amountUsd: string; readonly totp: string },
    idempotency?: Idempotency | null,
  ): Promise<Withdrawal>;
  /** Takes one back. NOT_FOUND, VALIDATION_FAILED as the command `cancelWithdrawal`. */
  cancel(caller: Caller, id: string): Promise<Withdrawal>;
  /** The newest first; VALIDATION_FAILED for a bad cursor. */
  list(
    userId: string,
    page: { readonly cursor?: string | null; readonly limit: number },
  ): Promise<readonly Withdrawal[]>;
  limits(userId: string): Promise<WithdrawalLimits>;
  /**
   * What the sandbox lets happen to a paper withdrawal: it is sent, is final, or comes back.
   * NOT_FOUND; VALIDATION_FAILED (`status`) when that cannot follow the present status.
   */
  settle(id: string, status: 'SENT' | 'CONFIRMED' | 'RETURNED'): Promise<Withdrawal>;
}

export interface WithdrawalDeps {
  readonly engine: Pick<Engine, 'submit'>;
  readonly reads: ReadPool;
  readonly clock: Clock;
  readonly rules: WithdrawalRules;
  readonly payouts: Payouts;
  readonly sessions: Pick<Sessions, 'verifyTotp'>;
  /** Whether an address is a token's. */
  readonly isMint: (address: string) => boolean;
}

const dataOf = ({ json }: Answer): Withdrawal => (JSON.parse(json) as { data: Withdrawal }).data;
const noSuch = (): AppError => new AppError('NOT_FOUND', { message: 'No such withdrawal.' });

/** The withdrawals of all users. */
export function createWithdrawals(deps: WithdrawalDeps): Withdrawals {
  const { engine, reads, clock, rules, payouts, sessions, isMint } = deps;
  const withdrawCommand = withdraw(rules);

  async function read(id: string): Promise<WithdrawalPageRow> {
    const [row] = isId(id) ? await reads.query<WithdrawalPageRow>(withdrawalOfId, [id]) : [];
    if (!row) throw noSuch();
    return row;
  }

  /** Whether a delay has ended; the worker may not have looked since. */
  const isOver = ({ status, availableAt }: WithdrawalPageRow): boolean =>
    status === 'DELAYED' && availableAt <= clock.now();

  async function released(row: WithdrawalPageRow): Promise<WithdrawalPageRow> {
    if (!isOver(row)) return row;
    const { id, userId } = row;
    await engine.submit(releaseWithdrawal, { id, userId }, { userId });
    return read(id);
  }

  /** Sends through the sender; what comes of it is on the row. */
  async function send(row: WithdrawalPageRow): Promise<WithdrawalPageRow> {
    if (row.status === 'PENDING') await payouts.payOut(row);
    return read(row.id);
  }

  /** The step of a code that is right; a wrong one is told to the owner's security log. */
  async function stepOf(userId: string, code: string, origin: Origin): Promise<number> {
    try {
      return (await sessions.verifyTotp(userId, code)).step;
    } catch (error) {
      if (error instanceof AppError && error.code === 'SECOND_FACTOR_INVALID') {
        await engine.submit(noteFailedCode, { userId, origin }, { userId });
      }
      throw error;
    }
  }

  return {
    async withdraw({ principal, ip, userAgent }, wish, idempotency = null) {
      const { userId } = principal;
      const amount = parseUsdc(wish.amountUsd);
      if (amount === null || amount <= 0n) {
        throw invalid('amountUsd must be a decimal above 0 with at most 6 decimals');
      }
      const address = requireAddress(wish.address, isMint);
      const origin = { ip, userAgent };
      const step = await stepOf(userId, wish.totp, origin);
      const command = { userId, address, amount, step, origin };
      return dataOf(await engine.submit(withdrawCommand, command, { userId, idempotency }));
    },
    async cancel({ principal: { userId }, ip, userAgent }, id) {
      if (!isId(id)) throw noSuch();
      const command = { userId, id, origin: { ip, userAgent } };
      return dataOf(await engine.submit(cancelWithdrawal, command, { userId }));
    },
    async list(userId, { cursor, limit }) {
      const [before] = cursor ? decodeCursor(cursor, 'string') : [LAST_ID];
      if (!isId(before) && before !== LAST_ID) throw invalid('cursor is not one of a withdrawal');
      const rows = await reads.query<WithdrawalPageRow>(withdrawalsPage, [userId, before, limit]);
      return rows.map((row) => {
        const status = isOver(row) ? 'PENDING' : row.status;
        return withdrawalObject({ ...row, status, amount: usdc(row.amount) });
      });
    },
    async limits(userId) {
      const since = isoTime(clock.now() - LIMIT_WINDOW_MS);
      const [row] = await reads.query<{ amount: bigint }>(withdrawnSince, [userId, since]);
      const left = rules.dailyLimit - (row?.amount ?? 0n);
      return {
        minimumUsd: formatUsdc(MINIMUM_WITHDRAWAL),
        dailyLimitUsd: formatUsdc(rules.dailyLimit),
        remainingUsd: formatUsdc(usdc(left > 0n ? left : 0n)),
        delayMs: rules.delayMs,
      };
    },
    async settle(id, status) {
      const before = await released(await read(id));
      const { userId } = before;
      const row = status === 'RETURNED' ? before : await send(before);
      if (status !== 'SENT') {
        return dataOf(await engine.submit(settleWithdrawal, { id, userId, status }, { userId }));
      }
      if (row.status !== 'SENT') {
        throw invalid(`status must be one that can follow ${row.status}, not SENT`);
      }
      return withdrawalObject({ ...row, amount: usdc(row.amount) });
    },
  };
}
