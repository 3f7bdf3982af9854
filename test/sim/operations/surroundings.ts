import { nearestTicks, ticksToPrice } from '../../../src/market/perps/perp-market.ts';
import { price } from '../../../src/money/fixed.ts';
import { formatPrice } from '../../../src/money/text.ts';
import { allWork } from '../background.ts';
import { predictionMarkets, SYMBOLS, TOKENS } from '../markets.ts';
import type { Sim } from '../sim.ts';
import { count } from '../tally.ts';
import type { Operation } from './operation.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const VERTICALS = ['spot', 'stocks', 'predictions', 'perps'];

const fault = (sim: Sim, kind: string): void => count(sim.tally.faults, kind);

const pinToken: Operation = {
  name: 'token price',
  weight: 3,
  async run(sim) {
    const mint = sim.chance.pick(TOKENS);
    const path = `/prices/token/${mint}`;
    if (sim.chance.isTrue(0.15)) return sim.control('DELETE', path);
    const { market, clock } = sim.any().app.services;
    const quote = market.quote(mint, clock.now());
    if (!quote) return;
    const percent = BigInt(sim.chance.pick([50, 90, 99, 101, 103, 140]));
    return sim.control('PUT', path, {
      priceUsd: formatPrice(price((quote.mid * percent) / 100n)),
    });
  },
};

/** Marks move far enough to cross triggers and to liquidate. */
const pinPerp: Operation = {
  name: 'mark price',
  weight: 5,
  async run(sim) {
    const symbol = sim.chance.pick(SYMBOLS);
    const path = `/prices/perp/${symbol}`;
    if (sim.chance.isTrue(0.1)) return sim.control('DELETE', path);
    const { perps, clock } = sim.any().app.services;
    const facts = perps.market(symbol);
    const quote = perps.quote(symbol, clock.now());
    if (!facts || !quote) return;
    const percent = BigInt(sim.chance.pick([85, 94, 98, 99, 101, 102, 107, 118]));
    const mark = ticksToPrice(facts, quote.markTicks);
    const ticks = nearestTicks(facts, price((mark * percent) / 100n));
    return sim.control('PUT', path, { priceUsd: formatPrice(ticksToPrice(facts, ticks)) });
  },
};

const pinMarket: Operation = {
  name: 'outcome price',
  weight: 2,
  async run(sim) {
    const { slug } = sim.chance.pick(await predictionMarkets(sim));
    const cents = 5 + sim.chance.below(90);
    const body = { priceUsd: `0.${`${cents}`.padStart(2, '0')}` };
    return sim.control('PUT', `/prices/market/${slug}`, body);
  },
};

const endMarket: Operation = {
  name: 'resolve market',
  weight: 1,
  async run(sim) {
    const { slug } = sim.chance.pick(await predictionMarkets(sim));
    const result = sim.chance.pick(['YES', 'NO', 'VOID']);
    await sim.tryControl('POST', `/predictions/markets/${slug}/resolve`, { result });
  },
};

const switchMarket: Operation = {
  name: 'market status',
  weight: 1,
  async run(sim) {
    const { slug } = sim.chance.pick(await predictionMarkets(sim));
    const status = sim.chance.pick(['paused', 'closed', null, null]);
    await sim.tryControl('POST', `/predictions/markets/${slug}/status`, { status });
  },
};

const trouble: Operation = {
  name: 'venue trouble',
  weight: 5,
  async run(sim) {
    const { chance } = sim;
    const modes = ['down', 'slow', 'reject', 'no-liquidity', 'pending', 'ok'];
    const mode = chance.pick([...modes, 'unknown-then-filled', 'unknown-then-failed']);
    const body = { mode, delayMs: chance.pick([200, 1_000, 5_000]), count: 1 + chance.below(4) };
    if (mode !== 'ok') fault(sim, `venue ${mode}`);
    const vertical = chance.pick(VERTICALS);
    return sim.control('PUT', `/venues/${vertical}/behaviour`, body);
  },
};

const killSwitch: Operation = {
  name: 'kill switch',
  weight: 2,
  async run(sim) {
    const mode = sim.chance.pick(['halted', 'reduce-only', 'enabled', 'enabled', 'enabled']);
    if (mode !== 'enabled') fault(sim, `trading ${mode}`);
    return sim.control('PUT', `/trading/${sim.chance.pick(VERTICALS)}`, { mode });
  },
};

const holdFollows: Operation = {
  name: 'hold follows',
  weight: 1,
  run: (sim) => sim.control('PUT', '/follow', { hold: sim.chance.isTrue(0.4) }),
};

const region: Operation = {
  name: 'region',
  weight: 1,
  run(sim) {
    const { userId } = sim.chance.pick(sim.model.users);
    return sim.control('PUT', '/region', { userId, country: sim.chance.pick(['US', null, null]) });
  },
};

const deposit: Operation = {
  name: 'deposit',
  weight: 2,
  async run(sim) {
    const { userId } = sim.chance.pick(sim.model.users);
    const amount = 1 + sim.chance.below(200);
    await sim.control('POST', `/users/${userId}/deposits`, { amountUsd: `${amount}` });
    const { deposits } = sim.model;
    deposits.set(userId, (deposits.get(userId) ?? 0n) + BigInt(amount) * 1_000_000n);
  },
};

const leap = (name: string, weight: number, ms: number): Operation => ({
  name: `clock ${name} on`,
  weight,
  async run(sim) {
    fault(sim, `clock jumps ${name}`);
    await sim.control('POST', '/clock', { advanceMs: ms + sim.chance.below(MINUTE_MS) });
    // A long leap is lived through; a short one may be overtaken by the next request.
    if (ms >= HOUR_MS) await allWork(sim);
  },
});

const wait: Operation = {
  name: 'wait',
  weight: 3,
  run: (sim) => sim.time.pass(sim.chance.below(40_000)),
};

/** What happens to everybody: prices, results, trouble, switches, time. */
export const surroundings: readonly Operation[] = [
  pinToken,
  pinPerp,
  pinMarket,
  endMarket,
  switchMarket,
  trouble,
  killSwitch,
  holdFollows,
  region,
  deposit,
  wait,
  leap('minutes', 2, 10 * MINUTE_MS),
  leap('an hour', 2, HOUR_MS),
  leap('a day', 0.6, DAY_MS),
  leap('a month', 0.08, 31 * DAY_MS),
];
