import { useParams } from '@tanstack/react-router';
import { JoinPreview } from '../features/groups/join-preview.tsx';

/** Where an invitation leads: the group, what it costs, and the way in. */
export function JoinPage() {
  const { code } = useParams({ from: '/app/join/$code' });
  return (
    <div className="page">
      <h1>You are invited</h1>
      <div className="card pad group-narrow">
        <JoinPreview code={code} />
      </div>
    </div>
  );
}
