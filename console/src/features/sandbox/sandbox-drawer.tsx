import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AuditPart } from './audit-part.tsx';
import { ClockPart } from './clock-part.tsx';
import { MarketPart } from './market-part.tsx';
import { PricePart } from './price-part.tsx';
import { sandboxToken, useSandboxToken } from './token.ts';
import { VenuePart } from './venue-part.tsx';
import './sandbox.css';

/** What a test of the paper world needs to move: time, prices, results, the venues' mood. */
export default function SandboxDrawer({ onClose }: { onClose: () => void }) {
  const token = useSandboxToken();
  return (
    <Drawer open title="Sandbox" onClose={onClose}>
      {token === null ? <TokenForm /> : <Controls token={token} />}
    </Drawer>
  );
}

function TokenForm() {
  const [text, setText] = useState('');
  const check = useAction(
    (bearer: string) => api.get('/sandbox/v1/clock', { bearer }),
    (_clock, bearer) => sandboxToken.set(bearer),
  );
  return (
    <form
      className="stack"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void check.run(text.trim());
      }}
    >
      <p className="quiet">
        The sandbox moves time, prices and results of this paper service, for everybody on it. It
        opens with the operator's token, which is printed at the first start and lies beside the
        data of the service.
      </p>
      <Field
        label="Sandbox token"
        type="password"
        autoComplete="off"
        value={text}
        onText={setText}
        hint="Kept in the memory of this page alone; gone when it is left."
      />
      <Button type="submit" look="primary" busy={check.busy} disabled={text.trim() === ''}>
        Open the sandbox
      </Button>
      <ErrorNotice error={check.error} compact />
    </form>
  );
}

function Controls({ token }: { token: string }) {
  const [tab, setTab] = useState('clock');
  const clock = useQuery({
    queryKey: ['sandbox', 'clock'],
    queryFn: () => api.get('/sandbox/v1/clock', { bearer: token }),
  });
  const close = (): void => {
    sandboxToken.set(null);
    queryClient.removeQueries({ queryKey: ['sandbox'] });
  };
  return (
    <>
      <Tabs
        label="Sandbox"
        value={tab}
        onValue={setTab}
        items={[
          { value: 'clock', label: 'Clock', content: <ClockPart token={token} clock={clock} /> },
          { value: 'prices', label: 'Prices', content: <PricePart token={token} /> },
          { value: 'markets', label: 'Markets', content: <MarketPart token={token} /> },
          { value: 'venues', label: 'Venues', content: <VenuePart token={token} /> },
          { value: 'audit', label: 'Audit', content: <AuditPart token={token} /> },
        ]}
      />
      <div className="sandbox-foot">
        <Button look="quiet" size="s" onClick={close}>
          Forget the token
        </Button>
      </div>
    </>
  );
}
