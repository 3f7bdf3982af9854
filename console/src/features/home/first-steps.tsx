import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Compass, UsersRound } from 'lucide-react';
import { read } from '../../api/queries.ts';
import { buttonLook } from '../../ui/button.tsx';

/** What to do first, for who is in no group yet. */
export function FirstSteps() {
  const groups = useQuery(read('/groups'));
  if (groups.data?.length !== 0) return null;
  return (
    <section className="card pad first-steps" aria-labelledby="first-title">
      <div className="stack-s">
        <h2 id="first-title">Welcome to Skein</h2>
        <p className="quiet">
          Trading happens in groups: one leads, the others follow. Join a group with an invite code,
          or create one and make the first call.
        </p>
      </div>
      <div className="row wrap">
        <Link to="/groups" search={{ create: true }} className={buttonLook('primary')}>
          <UsersRound aria-hidden="true" />
          Join or create a group
        </Link>
        <Link to="/discover" className={buttonLook('plain')}>
          <Compass aria-hidden="true" />
          Look at markets
        </Link>
      </div>
    </section>
  );
}
