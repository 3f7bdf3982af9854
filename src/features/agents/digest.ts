import { type Usdc, usdc } from '../../money/fixed.ts';
import { formatUsdc } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import { type Agent, linesOf, nextMultipleMs } from './agent.ts';
import { dayPnlStatement, newCallsStatement } from './digest.sql.ts';

const DAY_MS = 86_400_000;
/** Members that one message names. */
const DIGEST_MEMBERS = 50;

/** Posts the day's realised profit and loss and its number of calls (contract 11). */
export const digest: Agent = {
  key: 'digest',
  name: 'Digest',
  description:
    "At 00:00 UTC: the past day's number of calls and what each member has realised in the group.",
  firstRunMs: (nowMs) => nextMultipleMs(nowMs, DAY_MS),
  nextRunMs: (nowMs) => nextMultipleMs(nowMs, DAY_MS),
  async run({ reads, groupId, nowMs }) {
    // The latest day that is over: who was away for several days gets one digest, of the last one.
    const endMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
    const values = [groupId, isoTime(endMs - DAY_MS), isoTime(endMs)];
    const [[calls], members] = await Promise.all([
      reads.query<{ count: number }>(newCallsStatement, values),
      reads.query<{ username: string; pnl: bigint }>(dayPnlStatement, values),
    ]);
    const day = isoTime(endMs - DAY_MS).slice(0, 10);
    const count = calls?.count ?? 0;
    const words = `${count} ${count === 1 ? 'call' : 'calls'}`;
    if (members.length === 0) {
      return { messages: [`Digest of ${day}: ${words}, nothing realised.`], memory: '' };
    }
    const total = members.reduce((sum, { pnl }) => sum + pnl, 0n);
    const head = `Digest of ${day}: ${words}, ${signedUsd(usdc(total))} realised.`;
    const lines = members.map(({ username, pnl }) => `${username} ${signedUsd(usdc(pnl))}`);
    return { messages: [`${head}\n${linesOf(lines, DIGEST_MEMBERS)}`], memory: '' };
  },
};

const signedUsd = (amount: Usdc): string =>
  amount < 0n ? `-$${formatUsdc(usdc(-amount))}` : `+$${formatUsdc(amount)}`;
