import { expect, test } from 'vitest';
import { type DrainDeps, drain } from './drain.ts';

/** Work that is left: each look of a worker takes one away. */
function world(left: { jobs: number; orders: number; queued: number; unknown: number }) {
  const real = { elapsedMs: 0 };
  const state = { ...left, held: false, wakes: 0 };
  const deps: DrainDeps = {
    follows: {
      wake() {
        state.wakes += 1;
        if (!state.held) state.queued = Math.max(0, state.queued - 1);
        state.unknown = Math.max(0, state.unknown - 1);
      },
      pending: async () => ({ queued: state.queued > 0, unknown: state.unknown > 0 }),
    },
    followHeld: () => state.held,
    orders: {
      async round() {
        if (state.orders === 0) return 0;
        state.orders -= 1;
        // A settled order of a leader has followers.
        state.queued += 1;
        return 1;
      },
      inFlight: async () => state.orders > 0,
    },
    jobs: [
      {
        wake: () => {
          state.jobs = Math.max(0, state.jobs - 1);
        },
        due: async () => state.jobs > 0,
      },
    ],
    monotonic: {
      elapsedMs: () => {
        real.elapsedMs += 1_000;
        return real.elapsedMs;
      },
    },
  };
  return { deps, state };
}

test('with nothing to do it returns at once', async () => {
  const { deps, state } = world({ jobs: 0, orders: 0, queued: 0, unknown: 0 });
  await drain(deps);
  expect(state.wakes).toBe(0);
});

test('it pushes everything until all of it is done, also what comes out of it', async () => {
  const { deps, state } = world({ jobs: 1, orders: 2, queued: 1, unknown: 1 });
  await drain(deps);
  expect(state).toMatchObject({ jobs: 0, orders: 0, queued: 0, unknown: 0 });
});

test('held follows do not count, those in flight do', async () => {
  const { deps, state } = world({ jobs: 0, orders: 0, queued: 5, unknown: 2 });
  state.held = true;
  await drain(deps);
  expect(state).toMatchObject({ queued: 5, unknown: 0 });
});

test('a failing round is left to the worker and tried again', async () => {
  const { deps } = world({ jobs: 0, orders: 1, queued: 0, unknown: 0 });
  const { round } = deps.orders;
  let failures = 2;
  deps.orders.round = () => {
    failures -= 1;
    return failures >= 0 ? Promise.reject(new Error('lost')) : round();
  };
  await drain(deps);
  expect(failures).toBe(-1);
});

test('after the limit it is refused with what is still open', async () => {
  const { deps } = world({ jobs: 0, orders: 0, queued: 1_000, unknown: 0 });
  await expect(drain(deps, 5_000)).rejects.toEqual(
    expect.objectContaining({
      code: 'OVERLOADED',
      details: { jobDue: false, orderInFlight: false, followQueued: true, followUnknown: false },
    }),
  );
});
