import { BalancesCard } from '../features/home/balances-card.tsx';
import { FirstSteps } from '../features/home/first-steps.tsx';
import { FollowResults } from '../features/home/follow-results.tsx';
import '../features/home/home.css';
import { OpenPositions } from '../features/home/open-positions.tsx';
import { ValueCard } from '../features/home/value-card.tsx';

/** What one has, what it does this moment, and what was followed. */
export function HomePage() {
  return (
    <div className="page">
      <h1 className="sr-only">Home</h1>
      <FirstSteps />
      <div className="columns">
        <div className="stack">
          <ValueCard />
          <OpenPositions />
        </div>
        <div className="stack">
          <BalancesCard />
          <FollowResults />
        </div>
      </div>
    </div>
  );
}
