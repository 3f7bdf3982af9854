import { expect, it } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { OPEN_TIME, startStockWorld } from './stock-world.ts';

it('leaders of two processes make one proposal; an override counts in both', async () => {
  const here = await startStockWorld();
  const { test, leader, groupId } = here;
  const there = await startTestApp({ SKEIN_REPLAY_START: OPEN_TIME }, { database: test.database });
  try {
    const second = there.at(await test.user('second'));
    await second.post(`/groups/${groupId}/join`);
    await leader.post(`/groups/${groupId}/members/${second.userId}/promote`, {});
    const body = { groupId, amountUsd: '10' };
    for (const ticker of ['AAPL', 'TSLA', 'NVDA', 'SPY', 'QQQ', 'MSFT', 'AMZN', 'META']) {
      const path = `/spot/stocks/${ticker}/buy`;
      const answers = await Promise.all([
        leader.call('POST', path, body),
        second.call('POST', path, body),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 201]);
      expect(new Set(answers.map(({ body: { data } }) => data.proposal.id)).size).toBe(1);
    }
    await here.status('PAUSED');
    await eventually('the other process hears of the override', async () => {
      const { marketStatus, nextOpen } = await second.get('/spot/stocks/AAPL');
      // The post-market of the day starts at 16:01 in New York.
      return marketStatus === 'PAUSED' && nextOpen === '2026-03-03T21:01:00.000Z';
    });
    const { status, body: refused } = await second.call('POST', '/spot/stocks/AAPL/buy', body);
    expect([status, refused.code]).toEqual([400, 'MARKET_NOT_ACTIVE']);
    await test.audit();
  } finally {
    await there.stop();
    await test.stop();
  }
});
