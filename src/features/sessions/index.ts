export type {
  Caller,
  PasskeyView,
  SecurityLogEntry,
  Sessions,
  SessionView,
  SignInProfile,
  TotpEnrolment,
} from './contract.ts';
export { type MailDraft, mail } from './mail-row.ts';
export { type SecurityEventDraft, type SecurityKind, securityEvent } from './security-event.ts';
export { totpStepRef, useTotpStep } from './totp-step.ts';
