import type { Engine } from '../../engine/engine.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import { NO_ID } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { PerpDeps } from './deps.ts';
import { candidatesStatement } from './driver.sql.ts';
import { FenceLost, type Round } from './driver-lease.ts';
import {
  type CandidateRef,
  type CarryOutTrigger,
  carryOutTrigger,
  type TriggerAnswer,
} from './trigger.ts';

/** Triggers that are under way at once. */
const TRIGGERS_AT_ONCE = 2_000;
/** Winning positions that one loss is spread over at most. */
const CANDIDATE_LIMIT = 200;
/** A trigger that fails so often in a row is left out by this process, to not hold up the others. */
const FAILURE_LIMIT = 3;

/** A trigger to carry out, but for the fence. */
export type DueTrigger = Omit<CarryOutTrigger, 'fence' | 'candidates'>;

export interface CarryOutDeps {
  readonly engine: Pick<Engine, 'submit'>;
  readonly reads: ReadPool;
  readonly perps: PerpDeps;
  readonly log: Log;
}

/**
 * Carries triggers out in their order, some thousands at once; losses that need winners to be
 * deleveraged follow one by one. Rejects with FenceLost, or with the first failure once nothing is
 * under way any more: the round is then to be made again.
 */
export function createCarryOut({ engine, reads, perps, log }: CarryOutDeps) {
  const kind = carryOutTrigger(perps);
  const failures = new Map<string, number>();

  /**
   * All triggers go through one lane, so that they are decided in the order in which they are
   * submitted: what the insurance fund holds depends on it.
   */
  async function submit(
    due: DueTrigger,
    fence: number,
    candidates: readonly CandidateRef[] | null,
  ): Promise<TriggerAnswer> {
    const command: CarryOutTrigger = { ...due, fence, candidates };
    const { json } = await engine.submit(kind, command, { userId: NO_ID, background: true });
    const answer = (JSON.parse(json) as { data: TriggerAnswer }).data;
    if (answer.did === 'nothing' && answer.why === 'lost') throw new FenceLost();
    failures.delete(due.positionId);
    return answer;
  }

  /** Those who win most on the other side of a loss. */
  const winnersAgainst = (symbol: string, { loss }: TriggerAnswer & { did: 'candidates' }) =>
    reads.query<CandidateRef>(candidatesStatement, [
      symbol,
      loss.side === 'LONG' ? 'SHORT' : 'LONG',
      loss.lotWorth,
      loss.fundingIndex,
      loss.lots,
      loss.quote,
      CANDIDATE_LIMIT,
    ]);

  const isWorthTrying = ({ positionId }: DueTrigger): boolean =>
    (failures.get(positionId) ?? 0) < FAILURE_LIMIT;

  /** Whether a trigger that has failed is left alone from now on: it is a defect. */
  function isGivenUp({ positionId }: DueTrigger, err: unknown): boolean {
    if (err instanceof FenceLost) return false;
    const count = (failures.get(positionId) ?? 0) + 1;
    failures.set(positionId, count);
    if (count < FAILURE_LIMIT) return false;
    log.error({ err, positionId }, 'a trigger keeps failing and is left out');
    return true;
  }

  return async function carryOut(all: readonly DueTrigger[], round: Round): Promise<void> {
    const { fence, going } = round;
    for (let n = 0; n < all.length && going(); n += TRIGGERS_AT_ONCE) {
      const some = all.slice(n, n + TRIGGERS_AT_ONCE).filter(isWorthTrying);
      const answers = await Promise.allSettled(some.map((due) => submit(due, fence, null)));
      for (const [index, answer] of answers.entries()) {
        const due = some[index] as DueTrigger;
        try {
          if (answer.status === 'rejected') throw answer.reason;
          if (answer.value.did !== 'candidates' || !going()) continue;
          await submit(due, fence, await winnersAgainst(due.symbol, answer.value));
        } catch (err) {
          if (!isGivenUp(due, err)) throw err;
        }
      }
    }
  };
}
