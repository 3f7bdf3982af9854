import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import { errorCodesDocument } from '../../errors/published.ts';
import { JSON_TYPE } from './error-handler.ts';
import type { HttpMetrics } from './http-metrics.ts';

export interface Readiness {
  readonly ready: boolean;
  /** What the service still waits for: `migrations`, `prices`. */
  readonly waitingFor?: readonly string[];
}

export interface Health {
  /** Whether the process works at all; false makes `/healthz` 503. */
  live(): boolean;
  ready(): Readiness | Promise<Readiness>;
}

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The roots that are for operators and tools (contract 16). All are public and unlimited. */
export function installSystemRoutes(
  app: FastifyInstance,
  options: {
    health: Health;
    metricsText: () => Promise<string>;
    httpMetrics: HttpMetrics;
    openApiJson: () => string;
  },
): void {
  const { health, metricsText, httpMetrics, openApiJson } = options;
  const errorCodes = JSON.stringify(errorCodesDocument());

  app.get('/openapi.json', (_request, reply) => {
    reply.header('content-type', JSON_TYPE).send(openApiJson());
  });
  app.get('/error-codes.json', (_request, reply) => {
    reply.header('content-type', JSON_TYPE).send(errorCodes);
  });
  app.get('/healthz', (_request, reply) => {
    if (!health.live()) throw new AppError('OVERLOADED', { message: 'The process is not well.' });
    reply.send({ status: 'live' });
  });
  app.get('/readyz', async () => {
    const { ready, waitingFor = [] } = await health.ready();
    if (ready) return { status: 'ready' };
    const details = waitingFor.length > 0 ? { waitingFor: waitingFor.join(', ') } : {};
    throw new AppError('OVERLOADED', { message: 'The service is not ready yet.', details });
  });
  app.get('/metrics', async (_request, reply) => {
    const text = await metricsText();
    reply.header('content-type', METRICS_TYPE);
    return `${text.trimEnd()}\n${httpMetrics.text()}`;
  });
}
