import type { Scene } from '../helpers/access-scene.ts';
import { SOL, STOCK } from '../helpers/access-scene.ts';
import type { TestUser } from '../helpers/app.ts';
import type { Known } from './requests.ts';

/** Ids and words of a scene, by the field or parameter, or by the path before the first parameter. */
export function knownIn({ groupId, inviteCode, calls, people, said }: Scene): Known {
  const { keeper, member, outsider } = people;
  const everybody = Object.values(people);
  const nobody = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';
  const users = [keeper, member, outsider].map(({ user }) => user.userId);
  const perps = [calls.perp, keeper.own?.perp, nobody];
  const spots = [calls.spot, calls.stock, keeper.own?.spot, nobody];
  const predictions = [calls.prediction, calls.won, keeper.own?.prediction, nobody];
  const outcome = member.unused.outcome;
  return {
    groupId: [groupId, nobody],
    inviteCode: [inviteCode, 'nonsense'],
    userId: [...users, nobody],
    messageId: [said, ...everybody.flatMap(({ message }) => message ?? []), nobody],
    replyToId: [said, nobody],
    agentId: [keeper.hook, nobody],
    proposalId: [...spots, ...predictions],
    contractAddress: [SOL, keeper.unused.mint],
    mint: [SOL, keeper.unused.mint],
    sell: ['USDC', SOL],
    buy: [SOL, 'USDC'],
    ticker: [STOCK, member.unused.ticker, outcome.eventId],
    marketSymbol: ['SOL', 'BTC', 'ETH'],
    symbol: ['SOL', 'BTC'],
    eventId: [outcome.eventId],
    marketId: [outcome.marketId],
    slug: [outcome.marketId],
    key: ['like', 'rocket'],
    reactionKey: ['like', 'fire'],
    before: ['2030-01-01T00:00:00.000Z'],
    after: ['2020-01-01T00:00:00.000Z', 0],
    agentKey: ['scout', 'sentinel', 'digest'],
    email: ['ada@example.org', 'keeper@example.org'],
    password: ['a violet skein of geese'],
    username: ['ada', 'keeper'],
    url: ['http://127.0.0.1:9/hook', 'https://example.org/hook'],
    '/api/v1/groups/': [groupId, groupId, nobody],
    '/api/v1/spot/proposals/': spots,
    '/api/v1/predictions/proposals/': predictions,
    '/api/v1/perps/proposals/': perps,
    '/api/v1/perps/positions/': [...everybody.flatMap(({ held }) => held?.perp ?? []), nobody],
    '/api/v1/actions/': [...everybody.map(({ action }) => action), nobody],
  };
}

/** Callers of every standing, each with a key of its own. */
export const callersIn = ({ people }: Scene): readonly TestUser[] =>
  Object.values(people).map(({ user }) => user);
