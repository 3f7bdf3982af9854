import { expect } from 'vitest';
import { SANDBOX_TOKEN, type TestUser } from '../helpers/app.ts';
import { type Answer, dataOf, type Method } from '../helpers/client.ts';
import type { ServiceProcess } from './service-process.ts';

/** One POST of a user to a process, under an Idempotency-Key where one is given. */
export type Ask = (
  service: Pick<ServiceProcess, 'send'>,
  user: Pick<TestUser, 'apiKey'>,
  path: string,
  body?: object,
  key?: string,
) => Promise<Answer>;

/** The calls of a user to what lies below `/api/v1` and the prefix. */
export const askUnder =
  (prefix: string): Ask =>
  (service, { apiKey }, path, body = {}, key) =>
    service.send({
      method: 'POST',
      path: `/api/v1${prefix}${path}`,
      token: apiKey,
      body,
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    });

export const ask = askUnder('');

/** A call to the sandbox of a process; fails unless it succeeds. */
export async function control(
  { send }: Pick<ServiceProcess, 'send'>,
  method: Method,
  path: string,
  body: object = {},
): Promise<void> {
  dataOf(await send({ method, path: `/sandbox/v1${path}`, token: SANDBOX_TOKEN, body }));
}

/** Ends a process as its operator would, and expects that it goes without complaint. */
export async function stop(service: ServiceProcess): Promise<void> {
  service.kill('SIGTERM');
  expect(await service.ended()).toEqual({ code: 0, signal: null });
}
