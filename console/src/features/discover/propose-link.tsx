import { Link } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import { buttonLook } from '../../ui/button.tsx';

/** Leads to the page that proposes this market to a group. */
export function ProposeLink(props: {
  kind: 'token' | 'stock' | 'market' | 'perp';
  id: string;
  market?: string;
  side?: string;
  label?: string;
}) {
  const { label = 'Propose', ...search } = props;
  return (
    <Link to="/propose" search={search} className={buttonLook('primary')}>
      <Megaphone aria-hidden="true" />
      {label}
    </Link>
  );
}
