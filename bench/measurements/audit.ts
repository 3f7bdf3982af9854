import { auditChecks } from '../../src/audit-checks.ts';
import { auditDatabase } from '../../src/ledger/audit.ts';
import type { Measurement } from './measurement.ts';

/** Whether every invariant holds of what the measurements before have left. */
export const audit: Measurement = {
  name: 'audit',
  async measure({ report, database }) {
    const startedMs = performance.now();
    const { ok, checks } = await auditDatabase(database, auditChecks, Date.now());
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
    const failed = checks.filter((check) => !check.ok);
    report.note('audit', { ok, failed, seconds });
    const broken = failed.map(({ name, detail }) => `${name}: ${detail}`).join();
    report.row({
      what: 'audit of all of it',
      measured: ok ? `clean, in ${seconds} s` : broken,
      baseline: '',
      ratio: '',
    });
  },
};
