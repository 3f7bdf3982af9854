import type { Measurement } from './measurement.ts';

/** What the service has come to need by everything before. */
export const memory: Measurement = {
  name: 'memory',
  async measure({ report, ...stage }) {
    const result = await (await stage.service()).memory();
    report.note('memory', result);
    report.row({
      what: 'memory of the service',
      measured: `${result.nowMiB} MiB now, ${result.peakMiB} MiB at most`,
      baseline: '',
      ratio: '',
    });
  },
};
