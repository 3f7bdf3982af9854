import { loadText, ratioOf } from '../report.ts';
import { reads } from '../scenarios.ts';
import type { Measurement } from './measurement.ts';

/** The cheapest answer, against a server that does nothing else. */
export const meReads: Measurement = {
  name: 'me',
  async measure(stage) {
    const bare = await stage.bareReads();
    const pressure = { connections: 64, seconds: stage.seconds };
    const result = await reads(await stage.service(), await stage.world(), pressure);
    stage.report.note('me', result);
    stage.report.row({
      what: 'GET /me, 64 connections',
      measured: loadText(result),
      baseline: `Fastify ${bare.requestsPerSecond}/s`,
      ratio: ratioOf(result.requestsPerSecond, bare.requestsPerSecond),
    });
  },
};
