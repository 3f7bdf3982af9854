export type {
  Caller,
  PasskeyView,
  SecurityLogEntry,
  Sessions,
  SessionView,
  SignInProfile,
  TotpEnrolment,
} from './contract.ts';
export { openSignIn, type SignIn } from './create-sessions.ts';
export { openEntrance } from './enter-as.ts';
export { type MailDraft, mail } from './mail-row.ts';
export { openMailTransport } from './mail-transport.ts';
export { type MailWorker, startMailWorker } from './mail-worker.ts';
export { OUTBOX_PAGE } from './outbox-page.ts';
export { authRoutes } from './routes.ts';
export { sessionSandboxRoutes } from './sandbox-routes.ts';
export { type SecurityEventDraft, type SecurityKind, securityEvent } from './security-event.ts';
export { totpStepRef, useTotpStep } from './totp-step.ts';
