import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read } from '../../api/queries.ts';
import type { Group, GroupMember } from '../../api/types.generated.ts';
import { Avatar, Badge } from '../../ui/marks.tsx';
import { Money, Percent } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/waiting.tsx';
import { SubscriptionNotice } from './subscription.tsx';

const TOP = 3;

/** The auto-buy of the reader in short. */
function AutoBuyShort({ own }: { own: GroupMember }) {
  const { groupId, autoBuyEnabled, autoBuyAmountUsd, mirrorExits } = own;
  return (
    <section className="card pad stack-s" aria-labelledby="side-auto">
      <div className="spread">
        <h2 id="side-auto">Auto-buy</h2>
        <Badge tone={autoBuyEnabled ? 'up' : 'neutral'}>{autoBuyEnabled ? 'On' : 'Off'}</Badge>
      </div>
      {autoBuyEnabled ? (
        <p className="quiet">
          <Money value={autoBuyAmountUsd} /> into each call of a leader
          {mirrorExits ? ', and out when they leave.' : '; you decide when to leave.'}
        </p>
      ) : (
        <p className="quiet">Follow each call of the leaders with an amount that you choose.</p>
      )}
      <Link
        to="/groups/$groupId"
        params={{ groupId }}
        search={{ tab: 'auto-buy' }}
        className="link"
      >
        {autoBuyEnabled ? 'Change or switch off' : 'Set it up'}
      </Link>
    </section>
  );
}

function Best({ groupId }: { groupId: string }) {
  const board = useQuery(
    read('/groups/{id}/leaderboard', { path: { id: groupId }, query: { limit: TOP } }),
  );
  return (
    <section className="card" aria-labelledby="side-best">
      <div className="card-head">
        <h2 id="side-best">Leaderboard</h2>
        <Link
          to="/groups/$groupId"
          params={{ groupId }}
          search={{ tab: 'leaderboard' }}
          className="link small"
        >
          All
        </Link>
      </div>
      {!board.data && !board.error && (
        <div className="card-body">
          <Skeleton lines={3} />
        </div>
      )}
      <ol className="lines">
        {board.data?.map(({ userIdpId, username, avatar, pnlUsd }) => (
          <li key={userIdpId} className="group-line">
            <Avatar name={username} src={avatar} size={24} />
            <span className="truncate group-grow">{username}</span>
            <Money value={pnlUsd} tone />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What stands beside the feed on a wide screen: the own auto-buy, how the group does. */
export function GroupSide({ group, own }: { group: Group; own: GroupMember | undefined }) {
  const { performancePnl, winRate, avgReturn } = group;
  return (
    <div className="stack">
      {own && <SubscriptionNotice own={own} group={group} />}
      {own && <AutoBuyShort own={own} />}
      <section className="card pad stack" aria-labelledby="side-calls">
        <h2 id="side-calls">Closed calls</h2>
        <dl className="facts group-facts">
          <div className="fact">
            <dt>PnL, 30 days</dt>
            <dd>
              <Money value={performancePnl.pnl30Days} tone />
            </dd>
          </div>
          <div className="fact">
            <dt>PnL, all time</dt>
            <dd>
              <Money value={performancePnl.allTimePnl} tone />
            </dd>
          </div>
          <div className="fact">
            <dt>Win rate</dt>
            <dd>
              <Percent value={winRate} digits={0} />
            </dd>
          </div>
          <div className="fact">
            <dt>Average return</dt>
            <dd>
              <Percent value={avgReturn} tone />
            </dd>
          </div>
        </dl>
      </section>
      <Best groupId={group.uniqueId} />
      {group.description !== '' && <p className="small quiet group-about">{group.description}</p>}
    </div>
  );
}
