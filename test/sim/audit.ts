import { auditChecks } from '../../src/audit-checks.ts';
import { runAudit } from '../../src/ledger/audit.ts';
import { type Sim, Violation } from './sim.ts';

/** All invariants that can be asked of the database. */
export async function audit(sim: Sim): Promise<void> {
  const { checks } = await runAudit(sim.database.rows, auditChecks, sim.nowMs());
  sim.tally.audits += 1;
  const broken = checks.filter(({ ok }) => !ok);
  if (broken.length > 0) {
    throw new Violation(broken.map(({ name, detail }) => `${name}: ${detail}`));
  }
}
