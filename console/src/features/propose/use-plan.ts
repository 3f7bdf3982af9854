import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.ts';
import { isAmount } from './amount.ts';
import { type Draft, kindOf } from './draft.ts';
import type { PerpTerms } from './perp-fields.tsx';
import type { Plan } from './plan.ts';

/** What the draft orders, with names for people; null until everything is chosen. */
export function usePlan(draft: Draft, terms: PerpTerms): Plan | null {
  const kind = kindOf(draft);
  const { id = '', market: marketId = '', side } = draft;
  const token = useQuery({
    ...read('/spot/tokens/{mint}', { path: { mint: id } }),
    enabled: kind === 'token' && id !== '',
  });
  const event = useQuery({
    ...read('/predictions/events/{ticker}', { path: { ticker: id } }),
    enabled: kind === 'market' && id !== '',
  });
  if (id === '') return null;
  switch (kind) {
    case 'token':
      return { kind, mint: id, name: `Buy ${token.data?.symbol ?? 'the token'}` };
    case 'stock':
      return { kind, ticker: id, name: `Buy ${id}` };
    case 'market': {
      if (marketId === '' || (side !== 'YES' && side !== 'NO')) return null;
      const market = event.data?.markets.find((one) => one.marketTicker === marketId);
      const said = side === 'YES' ? 'Yes' : 'No';
      const name = `${said}: ${market?.title ?? marketId}`;
      return { kind, eventId: id, marketId, isYes: side === 'YES', name };
    }
    case 'perp': {
      if (side !== 'LONG' && side !== 'SHORT') return null;
      const { leverage } = terms;
      const name = `${side === 'LONG' ? 'Long' : 'Short'} ${id} at ${leverage}×`;
      const triggers = {
        ...(isAmount(terms.stopLossPct) ? { stopLossPct: terms.stopLossPct } : {}),
        ...(isAmount(terms.takeProfitPct) ? { takeProfitPct: terms.takeProfitPct } : {}),
      };
      return { kind, symbol: id, side, leverage, ...triggers, name };
    }
  }
}
