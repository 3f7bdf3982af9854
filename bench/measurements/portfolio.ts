import { holders, positionReads, snapshots } from '../portfolio.ts';
import { loadText, ratioOf } from '../report.ts';
import type { Measurement } from './measurement.ts';

/** Reads of whole portfolios, and the worth of every account at a full hour. */
export const portfolios: Measurement = {
  name: 'portfolio',
  async measure({ report, seconds, database, ...stage }) {
    const bare = await stage.bareReads();
    const service = await stage.service();
    const world = await holders(service);
    await positionReads(service, world, { connections: 64, seconds: 1 });
    const reading = await positionReads(service, world, { connections: 64, seconds });
    report.note('positions', reading);
    report.row({
      what: 'GET /positions, 10 of each vertical',
      measured: loadText(reading),
      baseline: `Fastify ${bare.requestsPerSecond}/s`,
      ratio: ratioOf(reading.requestsPerSecond, bare.requestsPerSecond),
    });
    const { users, allMs } = await snapshots(service, database);
    report.note('snapshots', { users, allMs });
    report.row({
      what: `worth of ${users} accounts noted`,
      measured: `all in ${allMs} ms, with what else an hour makes due`,
      baseline: '',
      ratio: '',
    });
  },
};
