import type { TestApp, TestUser } from '../helpers/app.ts';

/** Bundled tokens by what matters of them: their decimals. */
export const mints = {
  decimals0: 'FoXyMu5xwXre7zEoSvzViRk3nGawHUp9kUh97y2NDhcq',
  decimals5: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
  decimals6: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
  decimals8: '3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh',
  sol: 'So11111111111111111111111111111111111111112',
} as const;

/** A PUBLIC group of this leader; its id. */
export async function openGroup(leader: TestUser, settings: object = {}): Promise<string> {
  const body = { name: 'Geese', groupAccessType: 'PUBLIC', ...settings };
  return (await leader.post('/groups', body)).groupId;
}

/** Opens a proposal that fills at once; the data of the answer. */
export const propose = (
  leader: TestUser,
  groupId: string,
  amountUsd: string,
  mint: string = mints.sol,
) => leader.post('/spot/proposals', { groupId, contractAddress: mint, amountUsd });

/** A group, its leader, a member, and SOL pinned at 150. */
export async function openWorld(test: TestApp) {
  const leader = await test.user('leader');
  const member = await test.user('member');
  const groupId = await openGroup(leader);
  await member.post(`/groups/${groupId}/join`);
  await test.pin(mints.sol, '150');
  return { leader, member, groupId };
}

/** The number of the newest event of a user: it stands still while nothing happens. */
export const latestSeq = async (user: TestUser): Promise<number> =>
  (await user.get('/account/events?limit=1')).latestSeq;
