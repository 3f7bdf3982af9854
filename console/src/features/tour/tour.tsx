import { useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { asApiError } from '../../api/api-error.ts';
import { api, newKey } from '../../api/client.ts';
import { signOut } from '../../session/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { enterDemoAs } from '../entrance/enter-demo.ts';
import { useTry } from '../entrance/use-try.ts';
import { goToStep, type TourStep, tourSteps, useTourStep } from './tour-state.ts';
import './tour.css';

const SOL = 'So11111111111111111111111111111111111111112';
const FIRST_CALL_USD = '100';

/** Buys the first call of the tour; a call that is there already is as good. */
async function makeFirstCall(): Promise<void> {
  const [group] = await api.get('/groups');
  if (!group) return;
  try {
    await api.post('/spot/proposals', {
      body: {
        groupId: group.uniqueId,
        contractAddress: SOL,
        amountUsd: FIRST_CALL_USD,
        reason: 'The first call of the tour.',
      },
      idempotencyKey: newKey(),
    });
    toast.good('Your call is out', `You bought SOL for $${FIRST_CALL_USD}.`);
  } catch (problem) {
    if (asApiError(problem).code !== 'DUPLICATE_PROPOSAL') throw problem;
  }
}

const texts: Record<TourStep, { title: string; text: ReactNode; action: string }> = {
  call: {
    title: 'You lead the demo group',
    text: 'Two members follow you: Ann copies every call with $25, Bo with $50. Make a call and see.',
    action: `Buy $${FIRST_CALL_USD} of SOL as a call`,
  },
  follow: {
    title: 'Your flock has followed',
    text: 'The call is in the chat of the group, and the followers hold SOL at their own amounts.',
    action: 'See it as Ann',
  },
  look: {
    title: 'This is what a follower sees',
    text: 'A position that follows the market live, and under Follow results what was copied, or why not.',
    action: 'Discover what can be traded',
  },
  own: {
    title: 'Every market can be a call',
    text: 'Tokens, stocks, events and perpetuals: open one and press Propose. Then make it your own.',
    action: 'Create my own account',
  },
};

/** The guide at the edge of the screen in the demo world; it can be closed at any step. */
export function Tour() {
  const step = useTourStep();
  const navigate = useNavigate();
  const { busy, error, attempt } = useTry();
  if (step === null) return null;
  const acts: Record<TourStep, () => Promise<void>> = {
    async call() {
      await makeFirstCall();
      goToStep('follow');
    },
    async follow() {
      await enterDemoAs('follower');
      goToStep('look');
      await navigate({ to: '/' });
    },
    async look() {
      goToStep('own');
      await navigate({ to: '/discover', search: {} });
    },
    async own() {
      goToStep(null);
      await signOut();
      await navigate({ to: '/sign-up' });
    },
  };
  const { title, text, action } = texts[step];
  const number = tourSteps.indexOf(step) + 1;
  return (
    <aside className="tour" aria-label="Tour">
      <div className="spread">
        <span className="small quiet">
          Tour · {number} of {tourSteps.length}
        </span>
        <Button
          look="quiet"
          size="s"
          icon={<X />}
          label="End the tour"
          onClick={() => goToStep(null)}
        />
      </div>
      <div aria-live="polite" className="stack-s">
        <h2>{title}</h2>
        <p className="quiet">{text}</p>
      </div>
      <ErrorNotice error={error} compact />
      <Button look="primary" busy={busy} onClick={() => void attempt(acts[step])}>
        {action}
      </Button>
    </aside>
  );
}
