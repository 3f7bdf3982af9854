import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import type { PerpPosition } from '../../api/types.generated.ts';
import { useAction } from '../../api/use-action.ts';
import { formatUsd } from '../../money/format.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';

/** The proceeds of a take profit wait in the subaccount until they are claimed. */
export function PerpClaimCard({ position }: { position: PerpPosition }) {
  const claim = useAction(
    (id: string, idempotencyKey) =>
      api.post('/perps/positions/{id}/claim', { path: { id }, idempotencyKey }),
    (answer) => {
      toast.good('Claimed', `${formatUsd(answer.closeProceedsUsd)} is in your wallet.`);
      refresh('/perps/positions/{id}', '/positions', '/positions/past', '/account', '/trades');
    },
  );
  return (
    <section className="card pad stack" aria-labelledby="perp-claim">
      <h2 id="perp-claim">Take profit has closed it</h2>
      <p>The proceeds wait for you. What is not claimed is claimed for you after seven days.</p>
      <Button look="primary" busy={claim.busy} onClick={() => void claim.run(position.id)}>
        Claim {formatUsd(position.finalCollateralReturned ?? position.effectiveCollateralUsdc)}
      </Button>
      <ErrorNotice error={claim.error} compact />
    </section>
  );
}
