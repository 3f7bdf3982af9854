import type { ConsoleMessage, Page, Response } from 'playwright-core';

/** What went wrong in a page, in the order in which it did. */
export interface Faults {
  /** The faults until now; they are forgotten. */
  take(): string[];
}

/** A console that asks for its session and has none is told so by 401: that is no fault. */
const isExpected = (message: ConsoleMessage): boolean =>
  message.location().url.endsWith('/auth/token') && message.text().includes('401');

/**
 * Listens for what a page must never do: errors and warnings in its console, violations of its
 * policy among them, exceptions, answers of a broken service, and requests to anywhere else for
 * more than a picture that somebody names.
 */
export function watchFaults(page: Page, origin: string): Faults {
  let faults: string[] = [];
  const add = (text: string): void => {
    faults.push(text);
  };
  page.on('console', (message) => {
    const loud = message.type() === 'error' || message.type() === 'warning';
    if (loud && !isExpected(message)) add(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => add(`exception: ${error.message}`));
  page.on('response', (response: Response) => {
    if (response.status() >= 500) add(`${response.status()} ${response.url()}`);
  });
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    const foreign = protocol.startsWith('http') && asked !== origin;
    if (foreign && request.resourceType() !== 'image') add(`asks ${request.url()}`);
  });
  return {
    take() {
      const taken = faults;
      faults = [];
      return taken;
    },
  };
}
