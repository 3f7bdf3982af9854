import { VolumeX } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

/** What stands in the place of a message of somebody whom the reader has muted. */
export function MutedLine(props: { id: string; username: string; onShow: () => void }) {
  const { id, username, onShow } = props;
  return (
    <li id={`m-${id}`} className="msg msg-muted small quiet">
      <VolumeX size={14} aria-hidden="true" />
      <span className="truncate">{username} · muted</span>
      <Button look="quiet" size="s" label={`Show ${username}'s muted message`} onClick={onShow}>
        Show
      </Button>
    </li>
  );
}
