import { auditChecks } from '../../src/audit-checks.ts';
import { deposit } from '../../src/features/account/deposit.ts';
import { startRenewals } from '../../src/features/groups/renewals.ts';
import { auditDatabase } from '../../src/ledger/audit.ts';
import { usdc } from '../../src/money/fixed.ts';
import { dollars, formatUsdc } from '../../src/money/text.ts';
import { eventually } from './eventually.ts';
import { type Caller, openGroupServer } from './group-server.ts';

/** Scopes of a key that may move money to other people. */
export const PAYING = ['read', 'groups', 'groups:pay'];

export interface Fees {
  readonly joiningFee: string;
  readonly subscriptionFee: string;
  readonly subscriptionPeriod: 'MONTHLY' | 'WEEKLY';
}

export interface PaidGroup {
  readonly admin: Caller;
  readonly id: string;
  readonly code: string;
  readonly fees: Fees;
}

/** Groups with fees, business time that the test moves, and the job that renews. */
export type PaidGroups = Awaited<ReturnType<typeof openPaidGroups>>;

export async function openPaidGroups() {
  const api = await openGroupServer();
  const { backend, run, get, post } = api;
  const { clock, engine, database, log } = backend;
  const renewals = startRenewals({ engine, reads: database.reads, clock, log });
  const settle = async (): Promise<void> => {
    renewals.wake();
    await eventually('nothing is due any more', async () => !(await renewals.due()));
  };
  const add = async ({ userId }: Caller, amountUsd: string): Promise<void> => {
    const command = { userId, amount: dollars(amountUsd), source: 'sandbox' };
    await engine.submit(deposit, command, { userId });
  };

  return {
    ...api,
    add,
    settle,
    /** Goes on to an instant and waits for everything that is due by then. */
    async to(iso: string): Promise<void> {
      clock.advance(Date.parse(iso) - clock.now());
      await settle();
    },
    /** Goes on to ten o'clock on 15 January of the next year, which is answered. */
    async nextJanuary(): Promise<number> {
      const year = new Date(clock.now()).getUTCFullYear() + 1;
      await this.to(`${year}-01-15T10:00:00.000Z`);
      return year;
    },
    /** A PUBLIC group of an admin without money: $10 to join and $5 a month, unless it says otherwise. */
    async paidGroup(change: Partial<Fees> = {}, settings: object = {}): Promise<PaidGroup> {
      const admin = await api.newUser('0', PAYING);
      const fees: Fees = {
        joiningFee: '10',
        subscriptionFee: '5',
        subscriptionPeriod: 'MONTHLY',
        ...change,
      };
      const made = await api.newGroup(admin, { groupAccessType: 'PUBLIC', ...fees, ...settings });
      return { admin, fees, ...made };
    },
    /** Somebody who has joined a group and has so many dollars left. */
    async member({ id, fees }: PaidGroup, leftUsd: string): Promise<Caller> {
      const caller = await api.newUser(leftUsd, PAYING);
      for (const fee of [fees.joiningFee, fees.subscriptionFee]) {
        if (fee !== '0') await add(caller, fee);
      }
      const { data, code } = await post(caller, `/groups/${id}/join`, { acceptFees: fees });
      if (data?.status !== 'JOINED') throw new Error(`not joined: ${code}`);
      return caller;
    },
    async cash({ userId }: Caller): Promise<string> {
      const { rows } = await run('select available from wallet where user_id = $1', [userId]);
      return formatUsdc(usdc(rows[0].available));
    },
    /** How the own subscription stands, and what is shown as its next charge. */
    async standing(caller: Caller, { id }: Pick<PaidGroup, 'id'>): Promise<[string, string]> {
      const { data } = await get(caller, `/groups/${id}/members?limit=200`);
      const own = data.find(({ userIdpId }: { userIdpId: string }) => userIdpId === caller.idpId);
      return [own.subscriptionStatus, own.nextChargeAt];
    },
    subscribe: (caller: Caller, { id }: Pick<PaidGroup, 'id'>, action: string, more = {}) =>
      post(caller, `/groups/${id}/subscription`, { action, ...more }),
    /** The fees of a user's statement, the oldest first: what moved and what was left. */
    async feesOf({ userId }: Caller): Promise<[string, string][]> {
      const { rows } = await run(
        `select amount, balance_after from entry where kind = 4 and user_id = $1
          order by transfer_id`,
        [userId],
      );
      return rows.map(({ amount, balance_after }) => [
        formatUsdc(usdc(amount)),
        formatUsdc(usdc(balance_after)),
      ]);
    },
    /** Types of the events that a user was told after a number. */
    async told({ userId }: Caller, after = 0n): Promise<string[]> {
      const { rows } = await run(
        'select type from event where user_id = $1 and seq > $2 order by seq',
        [userId, after],
      );
      return rows.map(({ type }) => type);
    },
    async seq({ userId }: Caller): Promise<bigint> {
      const { rows } = await run('select event_seq from wallet where user_id = $1', [userId]);
      return rows[0].event_seq;
    },
    /** Fails with what is broken unless every invariant holds. */
    async audit(): Promise<void> {
      const { checks } = await auditDatabase(database, auditChecks, clock.now());
      const broken = checks.filter(({ ok }) => !ok);
      if (broken.length > 0) throw new Error(JSON.stringify(broken));
    },
    async close() {
      await renewals.stop();
      await api.close();
    },
  };
}
