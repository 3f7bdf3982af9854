import type { RowWrite } from '../../engine/command.ts';
import { nullable, text, time, uuid } from '../../platform/db/column.ts';
import { defineTable } from '../../platform/db/table.ts';

/** Every sensitive action that the security log of an account tells. */
export const securityKinds = [
  'sign_up',
  'sign_in',
  'sign_in_failed',
  'second_factor_enrolled',
  'second_factor_removed',
  'second_factor_failed',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'password_changed',
  'password_reset',
  'session_revoked',
  'signed_out',
  'key_created',
  'key_revoked',
  'withdrawal_requested',
  'withdrawal_canceled',
  'withdrawal_sent',
  'withdrawal_confirmed',
  'withdrawal_returned',
  'oidc_linked',
  'oidc_unlinked',
  'account_exported',
  'account_deleted',
] as const;
export type SecurityKind = (typeof securityKinds)[number];

/** Lines of the security log: only ever added. */
export const securityEventTable = defineTable({
  name: 'security_event',
  key: ['id'],
  appendOnly: true,
  columns: {
    id: uuid('id'),
    userId: uuid('user_id'),
    at: time('at'),
    kind: text('kind'),
    ip: nullable(text('ip')),
    userAgent: nullable(text('user_agent')),
    details: text('details'),
  },
});

/** Longest user agent that is kept; the rest is cut off. */
export const MAX_USER_AGENT_CHARACTERS = 256;

export interface SecurityEventDraft {
  readonly userId: string;
  readonly kind: SecurityKind;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** Never a secret: no code, token, password or key. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}

/**
 * The row of a sensitive action, for the `rows` of a command's outcome: the log tells it if and
 * only if it happened. `now` is business time in milliseconds.
 */
export function securityEvent(
  draft: SecurityEventDraft,
  at: { readonly id: string; readonly now: number },
): RowWrite {
  const { userId, kind, ip, userAgent, details = {} } = draft;
  return {
    table: securityEventTable,
    row: {
      id: at.id,
      userId,
      at: at.now,
      kind,
      ip,
      userAgent: userAgent?.slice(0, MAX_USER_AGENT_CHARACTERS) ?? null,
      details: JSON.stringify(details),
    },
  };
}
