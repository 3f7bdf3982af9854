import { Button } from '../../ui/button.tsx';

/** Reads the page after the last one; nothing when there is none. */
export function LoadMore(props: { more: boolean; busy: boolean; onMore: () => void }) {
  if (!props.more) return null;
  return (
    <div className="load-more">
      <Button busy={props.busy} onClick={props.onMore}>
        Show more
      </Button>
    </div>
  );
}
