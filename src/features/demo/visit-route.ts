import { Type } from 'typebox';
import { AppError } from '../../errors/app-error.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import { id, isoInstant, oneOf } from '../../platform/http/schema.ts';
import type { openEntrance } from '../sessions/index.ts';
import type { DemoWorld } from './world.ts';

const roles = ['leader', 'follower'] as const;

/** Where the demo world is told of when it is there; without one nobody is let in. */
export interface DemoDoor {
  world: DemoWorld | null;
}

/**
 * `POST /auth/demo`: a session of one of the demo's users, without a sign-in. Only users whom the
 * demo itself has made can be entered, never somebody who merely has such a name.
 */
const visitRoute = (door: DemoDoor, enter: ReturnType<typeof openEntrance>): Route =>
  defineRoute({
    method: 'POST',
    path: '/auth/demo',
    auth: 'public',
    scope: 'none',
    tag: 'Sign-in',
    summary: 'Look around the demo world',
    description:
      'A session of the leader or of the first follower of the demo group, shared with all who ' +
      'look around. Only in paper mode with SKEIN_DEMO; NOT_FOUND otherwise.',
    body: Type.Object({
      role: Type.Optional(oneOf(roles, { description: 'Whom to be; the leader when absent.' })),
    }),
    response: Type.Object({
      userId: id('Id of the user.'),
      token: Type.String({ description: 'Bearer token of the session.', examples: ['eyJhbG…'] }),
      expiresAt: isoInstant('When the token ends, in real time.'),
    }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'OVERLOADED'],
    examples: {
      request: { role: 'leader' },
      response: {
        userId: '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f',
        token: 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl',
        expiresAt: '2026-01-31T14:40:00.000Z',
      },
    },
    handler(context) {
      const [leader, follower] = door.world?.users ?? [];
      const user = context.body.role === 'follower' ? follower : leader;
      if (!user) throw new AppError('NOT_FOUND', { message: 'There is no demo world here.' });
      return enter(context, user.userId);
    },
  });

const openRoute = (door: DemoDoor): Route =>
  defineRoute({
    method: 'GET',
    path: '/auth/demo',
    auth: 'public',
    scope: 'none',
    tag: 'Sign-in',
    summary: 'Whether there is a demo world',
    description: 'What the console asks before it offers to look around.',
    response: Type.Object({
      open: Type.Boolean({ description: 'Whether it can be entered.', examples: [true] }),
    }),
    examples: { response: { open: true } },
    handler: () => ({ open: door.world !== null }),
  });

/** The door of the demo world, and the way in. */
export const demoRoutes = (
  door: DemoDoor,
  enter: ReturnType<typeof openEntrance>,
): readonly Route[] => [openRoute(door), visitRoute(door, enter)];
