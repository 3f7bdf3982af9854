import { randomInt } from 'node:crypto';
import type { Engine } from '../../engine/engine.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ClaimedDelivery } from './deliveries.sql.ts';
import { type FinishDelivery, finishDelivery } from './finish-delivery.ts';
import { FIRST_RETRY_MS, LONGEST_RETRY_MS, SHOWN_ERROR_CHARACTERS } from './limits.ts';
import { AddressRefused, type WebhookRules } from './webhook-address.ts';
import { messageOf } from './webhook-answer.ts';
import { callWebhook, NotTaken } from './webhook-call.ts';

export interface DeliverDeps {
  readonly engine: Engine;
  readonly rules: WebhookRules;
  /** Real time: receivers and pauses between attempts know no other. */
  readonly wallClock: Clock;
}

/**
 * Makes one attempt of a delivery and keeps what came of it. The receiver may see a delivery more
 * than once, always under the same id; a message that it answers is posted once.
 */
export async function deliver(deps: DeliverDeps, claimed: ClaimedDelivery): Promise<void> {
  const { engine } = deps;
  const { id, groupId, agentId, attempt, createdBy } = claimed;
  const result = await attemptOf(deps, claimed);
  const command: FinishDelivery = { id, groupId, agentId, attempt, createdBy, result };
  await engine.submit(finishDelivery, command, { userId: groupId, background: true });
}

async function attemptOf(
  { rules, wallClock }: DeliverDeps,
  claimed: ClaimedDelivery,
): Promise<FinishDelivery['result']> {
  const { id, groupId, event, payload, url, secret, attempt } = claimed;
  const { at, data } = JSON.parse(payload) as { at: string; data: object };
  const body = JSON.stringify({ id, event, groupId, at, data });
  const call = { url, secret, deliveryId: id, event, body, atMs: wallClock.now() };
  try {
    return { ok: true, content: messageOf(await callWebhook(call, rules)) };
  } catch (error) {
    if (!(error instanceof NotTaken || error instanceof AddressRefused)) throw error;
    const shown = error.message.slice(0, SHOWN_ERROR_CHARACTERS);
    return { ok: false, error: shown, retryAtMs: wallClock.now() + pauseAfter(attempt) };
  }
}

/** Twice as long after each attempt, between half and all of it at random. */
export function pauseAfter(attempt: number): number {
  const fullMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempt - 1, 20));
  return randomInt(Math.ceil(fullMs / 2), fullMs + 1);
}
