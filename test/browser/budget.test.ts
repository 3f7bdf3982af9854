import { get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser } from './browser-suite.ts';
import { type Member, openStage, type Stage } from './stage.ts';

/** Script of a first load, packed by gzip, charts aside: in bytes. */
const FIRST_LOAD_LIMIT = 250_000;

/** How many bytes the service sends for an address to a client that takes gzip. */
const packedBytes = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes));
      response.on('error', reject);
    }).on('error', reject);
  });

describeInBrowser('the first load', () => {
  let stage: Stage;
  let member: Member;

  beforeAll(async () => {
    stage = await openStage();
    member = await stage.member('barnacle');
  }, 180_000);
  afterAll(() => stage?.stop());

  test.each(['/welcome', '/sign-in', '/', '/groups'])('%s has little script', async (path) => {
    const { page, context, open } = await stage.visitor(
      ['/', '/groups'].includes(path) ? member : undefined,
    );
    const scripts = new Set<string>();
    page.on('request', (request) => {
      const url = request.url();
      if (url.endsWith('.js') && !url.includes('/chart-canvas')) scripts.add(url);
    });
    await open(path);
    await context.close();
    let sum = 0;
    for (const url of scripts) sum += await packedBytes(url);
    expect(scripts.size).toBeGreaterThan(0);
    expect(sum).toBeGreaterThan(10_000);
    expect(sum).toBeLessThan(FIRST_LOAD_LIMIT);
  });
});
