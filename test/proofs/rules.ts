import type { Coming, Source } from './rule.ts';
import { accountRules } from './rules-account.ts';
import { errorsRules } from './rules-errors.ts';
import { finePrintRules } from './rules-fine-print.ts';
import { groupsRules } from './rules-groups.ts';
import { operationRules } from './rules-operation.ts';
import { perpsRules } from './rules-perps.ts';
import { predictionsRules } from './rules-predictions.ts';
import { socialRules } from './rules-social.ts';
import { spotRules } from './rules-spot.ts';
import { wireRules } from './rules-wire.ts';

/** Every rule and limit of the specification and the contract, by the part of the service. */
export const ruleSections: Readonly<Record<string, readonly Source[]>> = {
  'Wire rules': wireRules,
  'Errors, limits, versions': errorsRules,
  'Fine print': finePrintRules,
  'Identity, keys and account': accountRules,
  'Spot and stocks': spotRules,
  Predictions: predictionsRules,
  Perpetuals: perpsRules,
  'Groups and following': groupsRules,
  'Chat, agents, real time': socialRules,
  'Regions, sandbox and process': operationRules,
};

/** What of the document no request of a test can be answered with yet. */
export const comingItems: Readonly<Record<string, Coming>> = {
  'Action status = QUEUED': 'live venues',
};

/** Proofs of what end-to-end tests cannot see: faults of the service, and states of long ago. */
export const byHand: Readonly<Record<string, readonly string[]>> = {
  'Error INTERNAL': [
    'src/platform/http/refusals.test.ts > a bug is 500 without its cause; the cause is in the log under the errorId',
  ],
  // A membership is answered to who makes or joins a group, when nothing is due or canceled yet;
  // the other values stand where it is a Group member.
  'Membership subscriptionStatus = PAST_DUE': [
    'src/features/groups/renewals.test.ts > who cannot pay is PAST_DUE, tried again every day, and charged as soon as there is money',
  ],
  'Membership subscriptionStatus = CANCELED': [
    'test/e2e/groups-settings.test.ts > a paid group is joined by its code alone with fees that are %s, canceled, resumed and paid',
  ],
};
