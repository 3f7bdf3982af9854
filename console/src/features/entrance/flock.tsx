/** Where each bird flies, from the leader back along both wings. */
const birds = [
  { x: 220, y: 60, size: 1.25 },
  { x: 172, y: 104, size: 1 },
  { x: 268, y: 104, size: 1 },
  { x: 124, y: 148, size: 0.92 },
  { x: 316, y: 148, size: 0.92 },
  { x: 76, y: 192, size: 0.84 },
  { x: 364, y: 192, size: 0.84 },
  { x: 28, y: 236, size: 0.76 },
  { x: 412, y: 236, size: 0.76 },
] as const;

/** A skein of geese: one in front, the others in its draft. */
export function Flock() {
  return (
    <svg className="flock" viewBox="0 0 440 270" aria-hidden="true">
      {birds.map(({ x, y, size }, n) => (
        <path
          key={x}
          d="M-24 12 C-14 -2 -6 -4 0 4 C6 -4 14 -2 24 12"
          transform={`translate(${x} ${y}) scale(${size})`}
          fill="none"
          stroke={n === 0 ? 'var(--accent)' : 'var(--text-3)'}
          strokeWidth={3}
          strokeLinecap="round"
          strokeLinejoin="round"
          opacity={1 - n * 0.075}
        />
      ))}
    </svg>
  );
}
