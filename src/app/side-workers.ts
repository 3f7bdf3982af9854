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
import { systemClock } from '../platform/clock.ts';
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
  const { database, engine, clock, log, market, perps, predictions } = services;
  const { reads } = database;
  return {
    chat: startChatWorker({ engine, reads, log }),
    agents: startAgentWorker({
      engine,
      database,
      market,
      predictions,
      perps,
      rules: webhookRules(services),
      clock,
      wallClock: systemClock,
      log,
    }),
    housekeeping: startHousekeeping({ database, clock, log }),
    renewals: startRenewals({ engine, reads, clock, log }),
    mail: startMail(services),
    notifications: startNotificationMailer({ engine, reads, clock, log }),
    withdrawals: startPaperWithdrawals(services),
  };
}
