import { type Housekeeping, startHousekeeping } from '../engine/housekeeping.ts';
import {
  type AgentWorker,
  resolveHost,
  startAgentWorker,
  type WebhookRules,
} from '../features/agents/index.ts';
import { type ChatWorker, startChatWorker } from '../features/chat/index.ts';
import { type Renewals, startRenewals } from '../features/groups/index.ts';
import {
  type NotificationMailer,
  startNotificationMailer,
} from '../features/notifications/index.ts';
import type { MailWorker } from '../features/sessions/index.ts';
import type { WithdrawalWorker } from '../features/withdrawals/index.ts';
import type { Services } from './services.ts';
import { startMail } from './sign-in.ts';
import { startPaperWithdrawals } from './withdrawals.ts';

/** What runs beside trading. */
export interface SideWorkers {
  readonly chat: ChatWorker;
  readonly agents: AgentWorker;
  readonly housekeeping: Housekeeping;
  readonly renewals: Renewals;
  readonly mail: MailWorker;
  readonly notifications: NotificationMailer;
  readonly withdrawals: WithdrawalWorker;
}

/** Which addresses webhooks of external agents may call. */
export const webhookRules = ({ config }: Pick<Services, 'config'>): WebhookRules => ({
  allow: config.webhookAllow,
  resolve: resolveHost,
});

export function startSideWorkers(services: Services): SideWorkers {
  const { database, engine, clock, log, market, perps, predictions, surroundings } = services;
  const { turns, wallClock } = surroundings;
  const { reads } = database;
  return {
    chat: startChatWorker({ engine, reads, log, turns }),
    agents: startAgentWorker({
      engine,
      database,
      market,
      predictions,
      perps,
      rules: webhookRules(services),
      clock,
      wallClock,
      log,
      turns,
    }),
    housekeeping: startHousekeeping({ database, clock, log, turns }),
    renewals: startRenewals({ engine, reads, clock, log, turns }),
    mail: startMail(services),
    notifications: startNotificationMailer({ engine, reads, clock, log, turns }),
    withdrawals: startPaperWithdrawals(services),
  };
}
