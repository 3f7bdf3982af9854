import type { AuditCheck } from '../audit.ts';
import { balanceChainCheck, balanceSumsCheck, nonNegativeCheck } from './balances.sql.ts';
import {
  assetSumsCheck,
  depositsCheck,
  immutableCheck,
  transferShapeCheck,
  transferSumsCheck,
} from './entries.sql.ts';
import { eventsDenseCheck, storedAnswersCheck } from './streams.sql.ts';

/** What holds of the ledger, whatever trades on it. */
export const ledgerChecks: readonly AuditCheck[] = [
  assetSumsCheck,
  transferSumsCheck,
  balanceSumsCheck,
  balanceChainCheck,
  immutableCheck,
  nonNegativeCheck,
  transferShapeCheck,
  depositsCheck,
  storedAnswersCheck,
  eventsDenseCheck,
];
