import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import type { Guard } from './mount-route.ts';
import type { Authenticate, Principal } from './principal.ts';
import type { Budget, RateBudget } from './rate-budget.ts';
import './request-state.ts';

type Done = (error?: Error) => void;

const isPromise = <Value>(value: Value | Promise<Value>): value is Promise<Value> =>
  value instanceof Promise;

function admit(reply: FastifyReply, budget: Budget, done: Done): void {
  reply.header('ratelimit-limit', budget.limit);
  reply.header('ratelimit-remaining', budget.remaining);
  reply.header('ratelimit-reset', budget.resetSeconds);
  if (budget.admitted) done();
  else done(new AppError('RATE_LIMITED', { retryAfterSeconds: budget.resetSeconds }));
}

/**
 * Guard of API routes: who calls (401), then the budget of the key (429). Runs without a promise
 * when both answer at once, which is the usual case.
 */
export function apiGuard(options: { authenticate: Authenticate; rateBudget: RateBudget }): Guard {
  const { authenticate, rateBudget } = options;

  const count = (
    request: FastifyRequest,
    reply: FastifyReply,
    principal: Principal,
    done: Done,
  ): void => {
    request.principal = principal;
    const budget = rateBudget.take(principal.budgetKey);
    if (isPromise(budget)) budget.then((taken) => admit(reply, taken, done)).catch(done);
    else admit(reply, budget, done);
  };

  return (request, reply, done) => {
    let principal: Principal | Promise<Principal>;
    try {
      principal = authenticate(request.raw.headers.authorization);
    } catch (error) {
      done(error as Error);
      return;
    }
    if (isPromise(principal)) {
      principal.then((caller) => count(request, reply, caller, done)).catch(done);
    } else {
      count(request, reply, principal, done);
    }
  };
}

/** Guard of sandbox routes: the sandbox token, and no budget (contract 15). */
export function sandboxGuard(authenticate: (header: string | undefined) => void): Guard {
  return (request, _reply, done) => {
    try {
      authenticate(request.raw.headers.authorization);
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
}
