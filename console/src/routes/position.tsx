import { useParams } from '@tanstack/react-router';
import { PerpPosition } from '../features/positions/perp-position.tsx';
import { PredictionPosition } from '../features/positions/prediction-position.tsx';
import { SpotPosition } from '../features/positions/spot-position.tsx';
import { NotFoundPage } from './edge-pages.tsx';
import '../features/positions/positions.css';

/** One position: the call that it belongs to, its chart, and everything that can be done with it. */
export function PositionPage() {
  const { kind, id } = useParams({ from: '/app/positions/$kind/$id' });
  const Part = parts[kind];
  if (!Part) return <NotFoundPage />;
  return (
    <div className="page">
      <Part key={id} id={id} />
    </div>
  );
}

const parts: Readonly<Record<string, typeof SpotPosition>> = {
  spot: SpotPosition,
  predictions: PredictionPosition,
  perps: PerpPosition,
};
