import { Type } from 'typebox';
import { isoTime } from '../../platform/clock.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { isoInstant } from '../../platform/http/schema.ts';
import { NO_ID } from '../../platform/ids.ts';
import type { SandboxDeps } from './deps.ts';
import { requireInstant } from './instant.ts';
import { setClock } from './set-clock.ts';
import { SANDBOX_TAG as tag } from './tag.ts';

const clockSchema = Type.Object({
  now: isoInstant('The present instant of business time.'),
  frozen: Type.Boolean({ description: 'Whether it stands still.', examples: [false] }),
  offsetMs: Type.Integer({
    description: 'How far business time is ahead of real time, in milliseconds.',
    examples: [86_400_000],
  }),
});
const clockExample = { now: '2026-01-31T14:30:00.000Z', frozen: false, offsetMs: 86_400_000 };

/** The clock of the service. */
export const clockRoutes = (deps: SandboxDeps): readonly Route[] => [
  readClockRoute(deps),
  changeClockRoute(deps),
];

function presentClock({ clock: { clock }, wallClock }: SandboxDeps) {
  const now = clock.now();
  return { now: isoTime(now), frozen: clock.frozen, offsetMs: now - wallClock.now() };
}

const readClockRoute = (deps: SandboxDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/clock',
    auth: 'sandbox',
    scope: 'none',
    tag,
    summary: 'Read the clock',
    description: 'Business time, which everything follows but rate limits, leases and timeouts.',
    response: clockSchema,
    examples: { response: clockExample },
    handler: () => presentClock(deps),
  });

const changeClockRoute = (deps: SandboxDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/clock',
    auth: 'sandbox',
    scope: 'none',
    tag,
    summary: 'Stop, set or advance the clock',
    description:
      'First `set` and `advanceMs` move it, then `freeze` stops it or lets it go on from where it ' +
      'stands. It never goes back. The change counts in all processes and survives a restart; ' +
      'timers that it makes due run in their order, `POST /drain` waits for them.',
    body: Type.Object({
      freeze: Type.Optional(
        Type.Boolean({ description: '`true` stops it, `false` lets it go on.', examples: [true] }),
      ),
      set: Type.Optional(isoInstant('The new instant, not before the present one.')),
      advanceMs: Type.Optional(
        Type.Integer({
          description: 'How far to go on, in milliseconds.',
          minimum: 0,
          examples: [60_000],
        }),
      ),
    }),
    response: clockSchema,
    examples: { request: { freeze: true, advanceMs: 60_000 }, response: clockExample },
    async handler({ body: { freeze, set, advanceMs } }) {
      const setMs = set === undefined ? undefined : requireInstant('set', set);
      await deps.engine.submit(setClock, { freeze, setMs, advanceMs }, { userId: NO_ID });
      await deps.clock.changed();
      await standWhereShown(deps);
      return presentClock(deps);
    },
  });

/**
 * Between the decision to stop and this process's hearing of it the clock has been shown a little
 * later; since it never goes back, where it was shown is where it has to stand.
 */
async function standWhereShown({ engine, clock: shared }: SandboxDeps): Promise<void> {
  const { clock } = shared;
  const shownMs = clock.now();
  if (!clock.frozen || shownMs <= clock.state().atMs) return;
  await engine.submit(setClock, { setMs: shownMs }, { userId: NO_ID });
  await shared.changed();
}
