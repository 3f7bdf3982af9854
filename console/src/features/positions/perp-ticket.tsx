import { useState } from 'react';
import type { PerpPosition } from '../../api/types.generated.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { PendingAction } from './pending-action.tsx';
import { PerpAdd } from './perp-add.tsx';
import { PerpExits } from './perp-exits.tsx';
import { PerpReduce } from './perp-reduce.tsx';

/** What can be done with an open position: take out of it, put into it, set its exits. */
export function PerpTicket(props: { position: PerpPosition; mark: string | undefined }) {
  const [tab, setTab] = useState('reduce');
  const [job, setJob] = useState<string | null>(null);
  const parts = { ...props, onPending: setJob };
  return (
    <section className="card pad stack" aria-label="Trade">
      <Tabs
        label="What to do"
        value={tab}
        onValue={setTab}
        items={[
          { value: 'reduce', label: 'Reduce', content: <PerpReduce {...parts} /> },
          { value: 'add', label: 'Add', content: <PerpAdd {...parts} /> },
          { value: 'exits', label: 'TP / SL', content: <PerpExits {...parts} /> },
        ]}
      />
      {job && <PendingAction id={job} />}
    </section>
  );
}
