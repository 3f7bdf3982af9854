import { type AccountDeps, holdingsValuer, type ViewAsset } from '../features/account/index.ts';
import { perpsValuer } from '../features/perps/index.ts';
import { OUTCOME_KIND, outcomeView } from '../features/predictions/index.ts';
import { tokenView } from '../features/spot/index.ts';
import type { Services } from './services.ts';

/** What accounts are read and valued with, of all verticals. */
export function accountDeps(services: Services): AccountDeps {
  const { assets, clock, database, market, perps, predictions } = services;
  const viewToken = tokenView(market);
  const viewOutcome = outcomeView(predictions);
  const viewAsset: ViewAsset = (asset, nowMs) =>
    (asset.kind === OUTCOME_KIND ? viewOutcome : viewToken)(asset, nowMs);
  return {
    database,
    assets,
    viewAsset,
    clock,
    valuers: [
      holdingsValuer('spotValueUsd', 'token', viewAsset),
      holdingsValuer('stocksValueUsd', 'stock', viewAsset),
      holdingsValuer('predictionsValueUsd', OUTCOME_KIND, viewAsset),
      perpsValuer({ data: perps }),
    ],
  };
}
