import { queryClient } from '../../api/queries.ts';
import { startAccountEvents } from '../../live/account-events.ts';
import { live } from '../../live/client.ts';
import { auth } from './auth-api.ts';

/** Becomes another user of the demo: nothing of the one before stays in the page. */
export async function enterDemoAs(role: 'leader' | 'follower'): Promise<void> {
  await auth.enterDemo(role);
  live.restart();
  startAccountEvents();
  await queryClient.resetQueries();
}
