import { join } from 'node:path';
import { eventSearches, writeManyMarkets } from '../predictions.ts';
import { loadText } from '../report.ts';
import { startService } from '../service.ts';
import type { Measurement } from './measurement.ts';

/** Searches in a second service, over a recording of 5,000 markets. */
export const searches: Measurement = {
  name: 'search',
  async measure({ report, seconds, url, folder, ...stage }) {
    const world = await stage.world();
    const recording = join(folder, 'recording');
    const now = new Date();
    await writeManyMarkets(recording, now.getTime());
    const service = await startService({
      DATABASE_URL: url,
      SKEIN_MARKET_DATA: recording,
      SKEIN_REPLAY_START: now.toISOString(),
    });
    try {
      for (const connections of [1, 8]) {
        await eventSearches(service, world, { connections, seconds: 1 });
        const result = await eventSearches(service, world, { connections, seconds });
        report.note(`searches${connections}`, result);
        const many = connections === 1 ? '1 connection' : `${connections} connections`;
        const baseline = '5,000 markets';
        const what = `event search, ${many}`;
        report.row({ what, measured: loadText(result), baseline, ratio: '' });
      }
    } finally {
      await service.stop();
    }
  },
};
