import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read } from '../../api/queries.ts';
import type { Account } from '../../api/types.generated.ts';
import { compareDecimals, percentIn } from '../../money/decimal.ts';
import { buttonLook } from '../../ui/button.tsx';
import { TokenIcon } from '../../ui/marks.tsx';
import { Amount, Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/waiting.tsx';

const parts = [
  { key: 'cashBalanceUsd', label: 'Cash', tone: 'cash' },
  { key: 'spotValueUsd', label: 'Tokens', tone: 'spot' },
  { key: 'stocksValueUsd', label: 'Stocks', tone: 'stocks' },
  { key: 'predictionsValueUsd', label: 'Predictions', tone: 'predictions' },
  { key: 'perpsValueUsd', label: 'Perps', tone: 'perps' },
  { key: 'reservedUsd', label: 'In orders', tone: 'reserved' },
] as const;

/** What the wallet consists of, as a bar and as numbers. */
function Allocation({ account }: { account: Account }) {
  const shown = parts.filter(
    ({ key }) => key === 'cashBalanceUsd' || compareDecimals(account[key], '0') > 0,
  );
  return (
    <div className="stack">
      <div className="allocation" aria-hidden="true">
        {shown.map(({ key, tone }) => (
          <span
            key={key}
            className={`share share-${tone}`}
            style={{ flexGrow: percentIn(account[key], account.totalValueUsd) || 0.5 }}
          />
        ))}
      </div>
      <dl className="lines">
        {shown.map(({ key, label, tone }) => (
          <div key={key} className="line">
            <dt className="row">
              <span className={`swatch share-${tone}`} aria-hidden="true" />
              {label}
            </dt>
            <dd>
              <Money value={account[key]} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Shares of outcomes are positions, not tokens of a wallet. */
const OUTCOME = /^(?:YES|NO):/;

/** How many tokens are listed before the rest is left to the activity page. */
const MOST_TOKENS = 5;

/** Cash, the values of the verticals, and the largest tokens in the wallet. */
export function BalancesCard() {
  const account = useQuery(read('/account'));
  const balances = useQuery(read('/account/balances'));
  const tokens = balances.data
    ?.filter(({ symbol }) => symbol !== 'USDC' && !OUTCOME.test(symbol))
    .slice(0, MOST_TOKENS);
  return (
    <section className="card" aria-labelledby="balances-title">
      <div className="card-head">
        <h2 id="balances-title">Balances</h2>
        <Link to="/account" search={{ tab: 'deposit' }} className={buttonLook('plain', 's')}>
          Add funds
        </Link>
      </div>
      <div className="card-body stack">
        {account.data ? <Allocation account={account.data} /> : <Skeleton lines={4} />}
        {tokens && tokens.length > 0 && (
          <ul className="lines holdings">
            {tokens.map((token) => (
              <li key={token.tokenAddress} className="spread holding">
                <span className="row">
                  <TokenIcon symbol={token.symbol} size={24} />
                  <span className="cell-two">
                    <span className="truncate">{token.symbol}</span>
                    <Amount value={token.balance} />
                  </span>
                </span>
                <Money value={token.valueUsd} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
