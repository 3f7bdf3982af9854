import { accountRows } from './access-account.ts';
import { chatRows } from './access-chat.ts';
import { groupRows } from './access-groups.ts';
import { perpRows } from './access-perps.ts';
import { predictionRows } from './access-predictions.ts';
import { spotRows } from './access-spot.ts';

/** Every route of the API; joins and departures come last. */
export const accessRows = [
  ...accountRows,
  ...spotRows,
  ...predictionRows,
  ...perpRows,
  ...chatRows,
  ...groupRows,
];
