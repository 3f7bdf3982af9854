import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatCents, formatPrice } from '../../money/format.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { AvatarRow, Badge, Emblem, TokenIcon } from '../../ui/marks.tsx';
import { Money, Percent } from '../../ui/money.tsx';
import { LiveWorth } from '../home/open-positions.tsx';
import type { Call } from './calls.ts';
import { CloseCall } from './close-call.tsx';
import { FollowCall } from './follow-call.tsx';
import { CallPrice, LiveGain } from './live-gain.tsx';
import './call-card.css';

const states = {
  open: { word: 'Open', tone: 'accent' },
  pending: { word: 'Waiting for the venue', tone: 'warn' },
  closed: { word: 'Closed', tone: 'neutral' },
  won: { word: 'Won', tone: 'up' },
  lost: { word: 'Lost', tone: 'down' },
  void: { word: 'Voided', tone: 'neutral' },
  failed: { word: 'Failed', tone: 'down' },
} as const;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Result({ call, entryUsd }: { call: Call; entryUsd: string | null }) {
  if (call.status === 'open' && entryUsd !== null) {
    return (
      <Fact name="Since the call">
        <LiveGain call={call} entryUsd={entryUsd} />
      </Fact>
    );
  }
  if (call.exitPnlPct === null) return null;
  return (
    <Fact name={call.status === 'open' ? 'Since the call' : 'Result'}>
      <span className="row wrap">
        <Percent value={call.exitPnlPct} tone />
        {call.exitPnlUsd !== null && <Money value={call.exitPnlUsd} tone />}
      </span>
    </Fact>
  );
}

function CallHead({ call }: { call: Call }) {
  const { word, tone } = states[call.status];
  return (
    <header className="call-head">
      {call.kind === 'market' ? (
        <Emblem name={call.name} src={call.image} size={32} />
      ) : (
        <TokenIcon symbol={call.name} src={call.image} size={32} />
      )}
      <div className="cell-two call-name">
        <span className="row">
          <span className="truncate">{call.name}</span>
          {call.side && (
            <Badge tone={call.side === 'YES' || call.side === 'LONG' ? 'up' : 'down'}>
              {call.side}
            </Badge>
          )}
        </span>
        <span className="truncate">{call.detail}</span>
      </div>
      <Badge tone={tone}>{word}</Badge>
    </header>
  );
}

/** A call in the feed: price and gain live, who is in it, and the way in. */
export function CallCard(props: {
  call: Call;
  groupId: string;
  /** The price that the call was opened at, of its side. */
  entryUsd: string | null;
  /** Whether the caller made it. */
  mine: boolean;
}) {
  const { call, groupId, entryUsd, mine } = props;
  const [following, setFollowing] = useState(false);
  const open = call.status === 'open';
  const avatars = call.avatars.filter((avatar) => avatar !== '');
  const shownEntry = call.kind === 'market' ? formatCents(entryUsd) : formatPrice(entryUsd);
  return (
    <article className="call" aria-label={`Call: ${call.plan.name}`}>
      <CallHead call={call} />
      {call.reason && <p className="call-reason">{call.reason}</p>}
      <dl className="facts call-facts">
        <Fact name="Price">
          <CallPrice call={call} />
        </Fact>
        <Fact name="Entry">
          <span className="num" title={entryUsd ?? undefined}>
            {shownEntry}
          </span>
        </Fact>
        <Result call={call} entryUsd={entryUsd} />
        {call.held && (
          <Fact name="Your PnL">
            <LiveWorth held={call.held} part="pnl" />
          </Fact>
        )}
      </dl>
      <footer className="call-foot">
        <span className="row small quiet">
          {avatars.length > 0 && <AvatarRow names={avatars} />}
          {call.participants} in it
        </span>
        <span className="row wrap">
          {mine && open && <CloseCall call={call} />}
          {call.held && (
            <Link
              to="/positions/$kind/$id"
              params={{ kind: call.held.kind, id: call.held.id }}
              className={buttonLook('plain', 's')}
            >
              Position
            </Link>
          )}
          {open && (
            <Button look="primary" size="s" onClick={() => setFollowing(true)}>
              {call.held ? 'Add' : 'Follow'}
            </Button>
          )}
        </span>
      </footer>
      <FollowCall
        call={call}
        groupId={groupId}
        open={following}
        onClose={() => setFollowing(false)}
      />
    </article>
  );
}
