import './waiting.css';

/** How far something is: with `value` from 0 to 100, else that it runs. */
export function Progress(props: { label: string; value?: number }) {
  const { label, value } = props;
  return (
    <div className="progress">
      <progress aria-label={label} max={100} {...(value === undefined ? {} : { value })} />
      <span className="small quiet">{label}</span>
    </div>
  );
}

/** Grey lines in place of what is still being read. */
export function Skeleton(props: { lines?: number; height?: 's' | 'm' | 'l' | 'chart' }) {
  const { lines = 1, height = 'm' } = props;
  return (
    <div className="skeletons" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        // The lines are all the same and never change places.
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells them apart
        <span key={line} className={`skeleton ${height}`} />
      ))}
    </div>
  );
}
