import { createTransport } from 'nodemailer';

/** A mail server must answer within this time. */
export const MAIL_TIMEOUT_MS = 15_000;

/** Hands one mail to a mail server; rejects when it was not taken. */
export interface MailTransport {
  send(mail: { to: string; subject: string; text: string }): Promise<void>;
  close(): void;
}

/** A mail server by its URL; TLS as the server offers it, always with smtps. */
export function openMailTransport(url: string, from: string): MailTransport {
  const transport = createTransport({
    url,
    connectionTimeout: MAIL_TIMEOUT_MS,
    greetingTimeout: MAIL_TIMEOUT_MS,
    socketTimeout: MAIL_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      // As an object the address is taken as it is, never parsed into several.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    },
    close: () => transport.close(),
  };
}
