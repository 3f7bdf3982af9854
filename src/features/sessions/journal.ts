import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { insertMail } from './mail.sql.ts';
import type { MailDraft } from './mail-row.ts';
import { MAX_USER_AGENT_CHARACTERS, type SecurityEventDraft } from './security-event.ts';
import { insertSecurityEvent } from './sessions.sql.ts';
import type { Run } from './transaction.ts';

/** Notes what happened and tells its owner, in the transaction in which it happens. */
export interface Journal {
  note(run: Run, draft: SecurityEventDraft): Promise<void>;
  mail(run: Run, draft: MailDraft): Promise<void>;
}

export function createJournal(deps: { ids: Ids; clock: Clock; wallClock: Clock }): Journal {
  const { ids, clock, wallClock } = deps;
  return {
    async note(run, { userId, kind, ip, userAgent, details = {} }) {
      const agent = userAgent?.slice(0, MAX_USER_AGENT_CHARACTERS) ?? null;
      const at = isoTime(clock.now());
      const values = [ids.next(), userId, at, kind, ip, agent, JSON.stringify(details)];
      await run(insertSecurityEvent, values);
    },
    async mail(run, { userId, recipient = null, subject, body }) {
      const at = isoTime(wallClock.now());
      await run(insertMail, [ids.next(), userId, recipient, subject, body, at]);
    },
  };
}
