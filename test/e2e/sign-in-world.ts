import type { TestApp } from '../helpers/app.ts';
import { type BrowserClient, browserClient } from '../helpers/browser-client.ts';
import { dataOf } from '../helpers/client.ts';
import { eventually } from '../helpers/eventually.ts';

export const PASSWORD = 'a violet skein of geese';

export interface OutboxMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Mail to an address in the outbox, the newest first. */
export async function mailsTo(app: TestApp, email: string): Promise<OutboxMail[]> {
  const all: OutboxMail[] = await app.sandbox('GET', '/outbox?limit=200');
  return all.filter(({ to }) => to === email);
}

/** Waits for a mail with a subject and gives the secret of its link, '' where it has none. */
export async function mailedSecret(app: TestApp, email: string, subject: string): Promise<string> {
  let mail: OutboxMail | undefined;
  await eventually(`mail "${subject}" to ${email}`, async () => {
    mail = (await mailsTo(app, email)).find((one) => one.subject === subject);
    return mail !== undefined;
  });
  return /#token=([A-Za-z0-9_-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
}

export const CONFIRM = 'Confirm your e-mail address';

/** Somebody who has signed up and confirmed; `token` is the first access token. */
export interface Person {
  readonly browser: BrowserClient;
  readonly email: string;
  readonly username: string;
  readonly userId: string;
  readonly token: string;
}

export async function signUp(app: TestApp, username: string): Promise<Person> {
  const email = `${username}@example.org`;
  const browser = browserClient(() => app.origin);
  dataOf(await browser.post('/auth/sign-up', { email, password: PASSWORD, username }));
  const mailed = await mailedSecret(app, email, CONFIRM);
  const body = { token: mailed, password: PASSWORD };
  const { userId, token } = dataOf(await browser.post('/auth/verify-email', body));
  return { browser, email, username, userId, token };
}
