import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge, Emblem, TokenIcon } from '../../ui/marks.tsx';

/** The first cell of a position: its sign, name and side; the whole row leads to its page. */
export function PositionCell(props: {
  kind: 'spot' | 'predictions' | 'perps';
  id: string;
  name: string;
  image: string | null;
  side: string | null;
  detail: ReactNode;
}) {
  const { kind, id, name, image, side, detail } = props;
  return (
    <Link to="/positions/$kind/$id" params={{ kind, id }} className="row-link">
      <PositionSign kind={kind} name={name} image={image} />
      <span className="cell-two">
        <span className="row">
          <span className="truncate">{name}</span>
          <SideBadge side={side} />
        </span>
        <span className="truncate">{detail}</span>
      </span>
    </Link>
  );
}

/** The logo of a token, the picture of an event, or initials. */
export function PositionSign(props: {
  kind: string;
  name: string;
  image: string | null;
  size?: 32 | 40;
}) {
  const { kind, name, image, size = 32 } = props;
  return kind === 'predictions' ? (
    <Emblem name={name} src={image} size={size} />
  ) : (
    <TokenIcon symbol={name} src={image} size={size} />
  );
}

/** YES, NO, LONG, SHORT; nothing for what has one side only. */
export function SideBadge({ side }: { side: string | null }) {
  if (side === null) return null;
  return <Badge tone={side === 'YES' || side === 'LONG' ? 'up' : 'down'}>{side}</Badge>;
}
