import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Avatar } from '../../ui/marks.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Moment } from '../../ui/time.tsx';
import { setMuted, useMutes } from './mutes.ts';

interface Muted {
  readonly userId: string;
  readonly username: string;
  readonly avatar: string;
  readonly createdAt: string;
}

function Line({ groupId, person }: { groupId: string; person: Muted }) {
  const { username, avatar, createdAt } = person;
  const [busy, setBusy] = useState(false);
  const unmute = async (): Promise<void> => {
    setBusy(true);
    await setMuted(groupId, person, false);
    setBusy(false);
  };
  return (
    <li className="group-line">
      <Avatar name={username} src={avatar} size={32} />
      <span className="cell-two">
        <span className="truncate">{username}</span>
        <span>
          since <Moment at={createdAt} />
        </span>
      </span>
      <Button size="s" busy={busy} label={`Unmute ${username}`} onClick={() => void unmute()}>
        Unmute
      </Button>
    </li>
  );
}

/** Whom the reader has muted in the group; nothing is shown while it is nobody. */
export function MutedList({ groupId }: { groupId: string }) {
  const { mutes } = useMutes(groupId);
  if (mutes.error) return <ErrorNotice error={mutes.error} onRetry={() => void mutes.refetch()} />;
  if (!mutes.data || mutes.data.length === 0) return null;
  return (
    <section className="card" aria-labelledby="muted-title">
      <div className="card-head">
        <h2 id="muted-title">Muted by you</h2>
      </div>
      <ul className="lines">
        {mutes.data.map((person) => (
          <Line key={person.userId} groupId={groupId} person={person} />
        ))}
      </ul>
    </section>
  );
}
