import { chatChecks } from './features/chat/audit.sql.ts';
import { followChecks } from './features/follow/audit.sql.ts';
import { groupChecks } from './features/groups/audit.sql.ts';
import { orderChecks } from './features/orders/audit.sql.ts';
import { ownDataChecks } from './features/own-data/audit.sql.ts';
import { perpChecks } from './features/perps/audit.sql.ts';
import { predictionChecks } from './features/predictions/audit.sql.ts';
import { spotChecks } from './features/spot/audit.sql.ts';
import { withdrawalChecks } from './features/withdrawals/audit.sql.ts';
import { ledgerChecks } from './ledger/audit/checks.ts';
import type { AuditCheck } from './ledger/audit.ts';

/** Every invariant that can be asked of the database, of all parts of the service. */
export const auditChecks: readonly AuditCheck[] = [
  ...ledgerChecks,
  ...groupChecks,
  ...orderChecks,
  ...spotChecks,
  ...predictionChecks,
  ...perpChecks,
  ...followChecks,
  ...chatChecks,
  ...withdrawalChecks,
  ...ownDataChecks,
];
