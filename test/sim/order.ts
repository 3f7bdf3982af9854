import type { Kept, SimUser } from './model.ts';
import type { Answer } from './process.ts';
import { type Sim, Violation } from './sim.ts';

/** Successes under a key are repeated only while they are kept (contract 1.7), with room to spare. */
export const REPEATABLE_MS = 20 * 3_600_000;

interface Purse {
  readonly available: bigint;
  readonly reserved: bigint;
  readonly event_seq: bigint;
}

async function purseOf(sim: Sim, { userId }: SimUser): Promise<Purse> {
  const text = 'select available, reserved, event_seq from wallet where user_id = $1';
  const [purse] = await sim.database.rows<Purse>(text, [userId]);
  if (!purse) throw new Violation([`${userId} has no wallet`]);
  return purse;
}

const micros = (text: string): bigint => {
  const [whole = '0', part = ''] = text.split('.');
  const sign = whole.startsWith('-') ? -1n : 1n;
  return BigInt(whole) * 1_000_000n + sign * BigInt(part.padEnd(6, '0').slice(0, 6));
};

interface Wish {
  readonly method?: 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: unknown;
}

/**
 * A request that changes something, under a new key. A refusal must leave the caller's wallet and
 * events as they were (I20, I24); a purchase or sale moves exactly what its answer says.
 */
export async function order(sim: Sim, user: SimUser, wish: Wish): Promise<Answer> {
  const { method = 'POST', path, body = {} } = wish;
  const key = sim.nextKey();
  const before = await purseOf(sim, user);
  const answer = await sim.ask(user, { method, path, body, key });
  const after = await purseOf(sim, user);
  if (answer.status > 299) {
    const same =
      before.available === after.available &&
      before.reserved === after.reserved &&
      before.event_seq === after.event_seq;
    if (!same)
      throw new Violation([`${method} ${path} was refused (${answer.code}) but did something`]);
    sim.model.refused.push({ userId: user.userId, key });
    return answer;
  }
  const { status, text } = answer;
  sim.model.kept.push({ user, method, path, body, key, status, text, atMs: sim.nowMs() });
  learn(sim, user, answer);
  checkPrice(answer, { before, after, path });
  return answer;
}

/** Notes what an answer tells of trades and of orders that are still under way. */
export function learn(sim: Sim, user: SimUser, { data, status }: Pick<Answer, 'data' | 'status'>) {
  if (status === 202) sim.model.pending.push({ user, actionId: data.actionJobId });
  for (const result of [data, data?.trade, ...(data?.results ?? [])]) {
    const signature: unknown = result?.txSignature ?? result?.signature;
    if (typeof signature === 'string') sim.model.trades.add(signature.replace('paper_', ''));
  }
}

function checkPrice(
  { data, status }: Answer,
  { before, after, path }: { before: Purse; after: Purse; path: string },
): void {
  const trade = data?.trade;
  if (status === 202 || !trade?.totalCostUsd) return;
  const moved = after.available + after.reserved - before.available - before.reserved;
  const gross = micros(trade.totalCostUsd);
  const fee = micros(trade.svcFeeUsd ?? trade.venueFeeUsd ?? '0');
  const expected = trade.tradeType === 'BUY' ? -gross : gross - fee;
  if (moved !== expected) {
    throw new Violation([`${path} moved ${moved} where its answer says ${expected}`]);
  }
}

/** The same request again: whatever has happened since, the stored answer (contract 1.7). */
export async function repeat(sim: Sim, kept: Kept): Promise<void> {
  const { user, method, path, body, key } = kept;
  const before = await purseOf(sim, user);
  const answer = await sim.ask(user, { method, path, body, key });
  const after = await purseOf(sim, user);
  const isSame = answer.status === kept.status && answer.text === kept.text;
  const isSettled = kept.status === 202;
  if (!answer.replayed || !(isSame || isSettled)) {
    throw new Violation([`${path} repeated with ${key} answered ${answer.status} ${answer.text}`]);
  }
  if (before.event_seq !== after.event_seq) {
    throw new Violation([`${path} repeated with ${key} did something`]);
  }
}
