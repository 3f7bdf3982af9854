import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/marks.tsx';
import { useGroupNames } from './group-names.ts';
import type { Tone } from './past.ts';
import { PositionSign, SideBadge } from './position-cell.tsx';

/** What the page is about: name, side, state, and the group that it belongs to. */
export function PositionHead(props: {
  kind: string;
  name: string;
  detail: ReactNode;
  image: string | null;
  side: string | null;
  state: string;
  tone: Tone;
  groupId: string;
}) {
  const { kind, name, detail, image, side, state, tone, groupId } = props;
  const groupName = useGroupNames()(groupId);
  return (
    <header className="stack-s">
      <Link to="/positions" className="link small row">
        <ArrowLeft size={14} aria-hidden="true" />
        Positions
      </Link>
      <div className="position-head">
        <PositionSign kind={kind} name={name} image={image} size={40} />
        <div className="stack-s">
          <div className="row wrap">
            <h1>{name}</h1>
            <SideBadge side={side} />
            <Badge tone={tone}>{state}</Badge>
          </div>
          <p className="quiet small">
            {detail}
            {groupName && (
              <>
                {' · '}
                <Link to="/groups/$groupId" params={{ groupId }} className="link">
                  {groupName}
                </Link>
              </>
            )}
          </p>
        </div>
      </div>
    </header>
  );
}

/** Figures of a position side by side. */
export function Figures({ items }: { items: readonly (readonly [string, ReactNode])[] }) {
  return (
    <section className="card" aria-label="Figures">
      <dl className="position-figures">
        {items.map(([label, value]) => (
          <div className="fact" key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Why the call was made, in the words of its maker. */
export function Reason({ by, reason }: { by: string; reason: string | null }) {
  if (!reason) return null;
  return (
    <section className="card position-reason" aria-label="Reason">
      <p className="small quiet">{by} says</p>
      <p>{reason}</p>
    </section>
  );
}
