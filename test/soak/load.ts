import { setTimeout as delay } from 'node:timers/promises';
import {
  type Actor,
  call,
  memberOf,
  swap,
  tradePerp,
  tradePrediction,
  tradeSpot,
} from './trades.ts';
import type { SoakGroup } from './world.ts';

const TICK_MS = 20;
/** Requests under way at once; what would be more waits for the next tick. */
const MOST_IN_FLIGHT = 150;

const readPaths = [
  '/api/v1/positions',
  '/api/v1/positions/past?limit=20',
  '/api/v1/account',
  '/api/v1/account/ledger?limit=20',
  '/api/v1/account/pnl?window=1D',
  '/api/v1/trades?limit=20',
  '/api/v1/perps/positions?limit=20',
  '/api/v1/me',
] as const;

/** A read of the own account, of a group, its calls, its chat, or what auto-buy did. */
async function read(actor: Actor): Promise<void> {
  const { chance, world, recorder } = actor;
  const group = chance.one(world.groups);
  const user = memberOf(actor, group);
  const ofGroup = [
    `/api/v1/groups/${group.id}/auto-buy/history?limit=20`,
    `/api/v1/groups/${group.id}/leaderboard`,
    `/api/v1/chat/${group.id}/messages?limit=20`,
    `/api/v1/spot/proposals?groupId=${group.id}`,
    `/api/v1/predictions/proposals?groupId=${group.id}`,
    `/api/v1/perps/proposals?groupId=${group.id}`,
  ];
  await recorder.read(user, chance.one([...readPaths, ...ofGroup]));
}

async function chat(actor: Actor): Promise<void> {
  const { chance, world, recorder } = actor;
  const group: SoakGroup = chance.one(world.groups);
  const user = memberOf(actor, group);
  const at = `/api/v1/chat/${group.id}`;
  if (chance.likely(0.7)) {
    const body = { type: 'TEXT', content: `honk ${chance.below(1_000_000)}` };
    const path = `${at}/messages`;
    await recorder.write({ kind: 'chat message', user, method: 'POST', path, body });
  } else {
    await recorder.write({ kind: 'chat read', user, method: 'POST', path: `${at}/read`, body: {} });
  }
}

/** Somebody joins a group, or leaves it. */
async function wander({ chance, world, recorder }: Actor): Promise<void> {
  const user = chance.one(world.wanderers);
  const kind = chance.one(['join', 'leave']);
  const path = `/api/v1/groups/${chance.one(world.groups).id}/${kind}`;
  await recorder.write({ kind, user, method: 'POST', path, body: {} });
}

/** What is done, and how often of a thousand times. */
const mix: readonly (readonly [times: number, act: (actor: Actor) => Promise<void>])[] = [
  [220, tradeSpot],
  [60, swap],
  [110, tradePrediction],
  [130, tradePerp],
  [70, chat],
  [4, wander],
  [2, call],
  [404, read],
];

function choose({ chance }: Actor): (actor: Actor) => Promise<void> {
  let at = chance.below(1_000);
  for (const [times, act] of mix) {
    if (at < times) return act;
    at -= times;
  }
  return read;
}

export interface Load {
  /** Starts nothing new until `resume`; answers when all that runs has its answer. */
  pause(): Promise<void>;
  resume(): void;
  /** Ends for good. */
  stop(): Promise<void>;
}

/** Sends so many requests a second, whether or not the earlier ones have been answered. */
export function startLoad(actor: Actor, rate: number): Load {
  const running = new Set<Promise<void>>();
  let isPaused = false;
  let due = 0;
  let lastMs = performance.now();
  const tick = () => {
    const nowMs = performance.now();
    // After a pause of the generator itself nothing is made up for.
    due = Math.min(due + ((nowMs - lastMs) * rate) / 1_000, rate);
    lastMs = nowMs;
    for (; due >= 1; due -= 1) {
      if (isPaused || running.size >= MOST_IN_FLIGHT) {
        due = 0;
        return;
      }
      const one = choose(actor)(actor);
      running.add(one);
      void one.finally(() => running.delete(one));
    }
  };
  const timer = setInterval(tick, TICK_MS);
  const pause = async () => {
    isPaused = true;
    while (running.size > 0) await delay(20);
  };
  return {
    pause,
    resume: () => {
      isPaused = false;
    },
    async stop() {
      clearInterval(timer);
      await pause();
    },
  };
}

/** Calls of every group before the load begins, so that there is something to buy into. */
export async function firstCalls(actor: Actor): Promise<void> {
  for (let n = 0; n < 24; n += 1) await call(actor);
}
