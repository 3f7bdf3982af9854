/**
 * Named places where a test may end the process at once, as a power cut would. Configured as
 * `name` or `name:n` (the n-th time the place is reached); without configuration a no-op.
 */
export type Failpoint = (name: string) => void;

export const noFailpoint: Failpoint = () => {};

export function failpoints(configured: readonly string[]): Failpoint {
  if (configured.length === 0) return noFailpoint;
  const remaining = new Map<string, number>();
  for (const spec of configured) {
    const [name = '', count = '1'] = spec.split(':');
    remaining.set(name, Number.parseInt(count, 10));
  }
  return (name) => {
    const left = remaining.get(name);
    if (left === undefined) return;
    remaining.set(name, left - 1);
    if (left === 1) process.kill(process.pid, 'SIGKILL');
  };
}
