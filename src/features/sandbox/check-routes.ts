import { Type } from 'typebox';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import type { SandboxDeps } from './deps.ts';
import { drain } from './drain.ts';
import { SANDBOX_TAG as tag } from './tag.ts';

/** Waiting for the end of all work, and the proof of the ledger. */
export const checkRoutes = (deps: SandboxDeps): readonly Route[] => [
  drainRoute(deps),
  auditRoute(deps),
];

const drainRoute = (deps: SandboxDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/drain',
    auth: 'sandbox',
    scope: 'none',
    tag,
    summary: 'Wait until nothing is left to do',
    description:
      'Answers when no follow waits (those on hold aside), no order is in flight and no job is ' +
      'due by now; what is due later in business time does not count. OVERLOADED after 20 ' +
      'seconds, with what is still open in `details`.',
    response: Type.Object({
      drained: Type.Boolean({ description: 'Always true.', examples: [true] }),
    }),
    errors: ['OVERLOADED'],
    examples: { response: { drained: true } },
    async handler() {
      await drain(deps.drain);
      return { drained: true };
    },
  });

const auditRoute = ({ audit }: SandboxDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/audit',
    auth: 'sandbox',
    scope: 'none',
    tag,
    summary: 'Prove the ledger',
    description: 'Runs all invariants of the ledger against the database.',
    response: Type.Object({
      ok: Type.Boolean({ description: 'Whether all of them hold.', examples: [true] }),
      checks: Type.Array(
        Type.Object({
          name: Type.String({ description: 'The invariant.', examples: ['assets sum to zero'] }),
          ok: Type.Boolean({ description: 'Whether it holds.', examples: [true] }),
          detail: Type.String({ description: 'What was found.', examples: ['2 assets'] }),
        }),
        { description: 'Every invariant.' },
      ),
    }),
    examples: {
      response: {
        ok: true,
        checks: [{ name: 'assets sum to zero', ok: true, detail: '2 assets' }],
      },
    },
    async handler() {
      const { ok, checks } = await audit();
      return { ok, checks: [...checks] };
    },
  });
