import { queryClient, refresh, refreshAll } from '../api/queries.ts';
import type { PathOf } from '../api/rest.ts';
import { followAccount, type StreamEvent } from './account-stream.ts';
import { live } from './client.ts';

type Listener = (event: StreamEvent) => void;
const listeners = new Set<Listener>();
/** How long events are gathered before what they change is read anew, in milliseconds. */
const GATHER_MS = 150;

const MONEY = ['/account', '/account/balances', '/account/pnl', '/account/pnl/history'] as const;
const TRADES = ['/positions', '/positions/past', '/trades', '/account/ledger'] as const;

/** What an event makes old, by how its type begins; the first that fits counts. */
const changes: readonly (readonly [begins: string, paths: readonly PathOf<'GET'>[]])[] = [
  ['deposit', [...MONEY, '/account/ledger']],
  [
    'spot.',
    [...MONEY, ...TRADES, '/spot/proposals', '/spot/proposals/{id}', '/groups/{id}/proposals'],
  ],
  [
    'prediction.',
    [
      ...MONEY,
      ...TRADES,
      '/predictions/proposals',
      '/predictions/proposals/{id}',
      '/groups/{id}/proposals',
    ],
  ],
  [
    'perp.',
    [
      ...MONEY,
      ...TRADES,
      '/perps/positions',
      '/perps/positions/{id}',
      '/perps/proposals',
      '/perps/proposals/{id}',
      '/groups/{id}/proposals',
    ],
  ],
  ['order.', [...MONEY, ...TRADES, '/actions/{id}']],
  ['follow.', ['/groups/{id}/auto-buy/history']],
  ['membership.', ['/groups', '/groups/{id}', '/groups/{id}/members']],
  ['subscription.', [...MONEY, '/groups', '/groups/{id}/members']],
  ['join_request.', ['/groups', '/groups/{id}/join-requests']],
  ['group.fee', [...MONEY, '/account/ledger']],
  ['group.', ['/groups', '/groups/{id}']],
  ['chat.read', ['/groups']],
  ['chat.memberMuted', ['/chat/{groupId}/mutes', '/groups']],
  ['agent.', ['/groups/{id}/agents', '/groups/{id}/agents/external']],
];

/** The paths that an event makes old. */
export const pathsOf = (type: string): readonly PathOf<'GET'>[] =>
  changes.find(([begins]) => type.startsWith(begins))?.[1] ?? [];

const old = new Set<PathOf<'GET'>>();
let gathering = false;

function take(event: StreamEvent): void {
  for (const path of pathsOf(event.type)) old.add(path);
  // Keys and withdrawals are read by GraphQL; their keys in the cache begin with this word.
  if (/^(api_key|withdrawal)/.test(event.type)) {
    void queryClient.invalidateQueries({ queryKey: ['graphql'] });
  }
  for (const listener of listeners) listener(event);
  if (gathering) return;
  gathering = true;
  setTimeout(() => {
    gathering = false;
    refresh(...old);
    old.clear();
  }, GATHER_MS);
}

let followed: object | undefined;

/** Connects the session's event stream; what is shown then follows what happens. */
export function startAccountEvents(): void {
  const socket = live.sockets.of('/account');
  if (followed === socket) return;
  followed = socket;
  followAccount(socket, {
    resume: (after) => live.sockets.ask('/account', 'resume', { after }),
    onEvent: take,
    onReset: refreshAll,
  });
}

/** Hears each own event as it happens, such as to tell a fill by a toast; returns the end of it. */
export function onAccountEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
