import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/chromium.mjs';
import { type Person, signUp } from '../e2e/sign-in-world.ts';
import { startTestApp, type TestApp, type TestUser } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { requireBuild } from './browser-suite.ts';
import { type Faults, watchFaults } from './faults.ts';

/** Somebody with a session who calls the API with its token, which lasts longer than a test file. */
export type Member = Person & Pick<TestUser, 'get' | 'post' | 'call' | 'name' | 'idpId' | 'apiKey'>;

/** A browser of its own: cookies and storage are shared with no other. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly faults: Faults;
  /** Opens an address of the console and waits until it stands still. */
  open(path: string): Promise<void>;
}

/** One process of the service, one browser, and people in it. */
export interface Stage {
  readonly app: TestApp;
  /** Somebody who signed up and confirmed, with the paper deposit. */
  member(username: string): Promise<Member>;
  /** A browser window, signed in when somebody is given. */
  visitor(person?: Person): Promise<Visitor>;
  stop(): Promise<void>;
}

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';

/** How long a page may take to stand still: far more than it does on a busy machine. */
const SETTLE_LIMIT_MS = 15_000;

/** The code of the page has run, nothing is being read, and nothing moves or fades. */
const STANDS = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
  resolve(
    document.querySelector('h1, [role="alert"]') !== null &&
    document.querySelector('.skeleton, .spinner, .progress, [aria-busy="true"]') === null &&
    document.getAnimations().every(({ playState }) => playState !== 'running')
  ))))`;

/**
 * Waits until a page shows what it has to show. Asked again and again from outside: the policy of
 * the page would refuse a text that its own frames evaluate.
 */
export async function settle(page: Page): Promise<void> {
  const stands = (): Promise<boolean> => page.evaluate<boolean>(STANDS).catch(() => false);
  await eventually(`${page.url()} stands still`, stands, SETTLE_LIMIT_MS);
}

export async function openStage(env: Readonly<Record<string, string>> = {}): Promise<Stage> {
  requireBuild();
  const app = await startTestApp(env);
  let browser: Browser;
  try {
    browser = await launchChromium();
  } catch (error) {
    await app.stop();
    throw error;
  }
  return {
    app,
    async member(username) {
      const person = await signUp(app, username);
      const user = { name: username, userId: person.userId, idpId: '', apiKey: person.token };
      return { ...app.at(user), ...person };
    },
    visitor: (person) => visit(browser, app.origin, person),
    async stop() {
      await browser.close();
      await app.stop();
    },
  };
}

async function visit(browser: Browser, origin: string, person?: Person): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  const [name = '', value = ''] = person?.browser.cookie?.split('=') ?? [];
  if (name !== '') await context.addCookies([{ name, value, url: origin, httpOnly: true }]);
  // Logos lie elsewhere; no test reaches beyond this machine.
  await context.route(/^https:/, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: LOGO }),
  );
  const page = await context.newPage();
  page.setDefaultTimeout(SETTLE_LIMIT_MS);
  const faults = watchFaults(page, origin);
  return {
    context,
    page,
    faults,
    async open(path) {
      await page.goto(path);
      await settle(page);
    },
  };
}
