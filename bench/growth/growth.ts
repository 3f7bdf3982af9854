import { chosen } from '../arguments.ts';
import type { Report } from '../report.ts';
import { openServer } from '../stage.ts';
import type { Axis } from './axis.ts';
import { measureAxis } from './curves.ts';
import { followers } from './followers.ts';
import { ledger } from './ledger.ts';
import { positions } from './positions.ts';
import { users } from './users.ts';

/** What a service has more of as it is used. */
const axes: readonly Axis[] = [users, followers, positions, ledger];

/** Growth curves: what operations cost while something grows; `quick` leaves the largest size out. */
export async function measureGrowth(
  report: Report,
  { quick, only }: { readonly quick: boolean; readonly only: readonly string[] },
): Promise<void> {
  const server = await openServer();
  try {
    for (const axis of chosen(axes, only)) {
      const sizes = quick ? axis.sizes.slice(0, -1) : axis.sizes;
      await measureAxis(server, axis, { report, sizes });
    }
  } finally {
    await server.close();
  }
}
