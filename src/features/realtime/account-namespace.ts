import type { Namespace } from 'socket.io';
import type { Engine } from '../../engine/engine.ts';
import { invalid } from '../../errors/app-error.ts';
import type { EventRow } from '../../ledger/tables.ts';
import type { ReadPool } from '../../platform/db/pool.ts';
import { AccountStream, type ReadEvents } from './account-stream.ts';
import { answer, onPeer, type PeerDeps } from './peer.ts';
import { readStreamHeads } from './stream-heads.ts';

export interface AccountNamespaceDeps extends PeerDeps {
  readonly engine: Pick<Engine, 'onCommitted'>;
  readonly reads: ReadPool;
  readonly readEvents: ReadEvents;
}

export interface AccountNamespace {
  /** Streams with a listener, to read on when another process has committed something. */
  upkeep(): Promise<void>;
}

/** `/account`: a user's own events, each once and in order, resumable by their number. */
export function openAccountNamespace(
  namespace: Namespace,
  deps: AccountNamespaceDeps,
): AccountNamespace {
  const streams = new Map<string, Set<AccountStream>>();

  function add(stream: AccountStream): () => void {
    const own = streams.get(stream.userId) ?? new Set();
    streams.set(stream.userId, own.add(stream));
    return () => {
      own.delete(stream);
      if (own.size === 0) streams.delete(stream.userId);
    };
  }

  const report = (err: unknown): void => {
    deps.log.warn({ err }, 'a stream could not be read');
  };
  deps.engine.onCommitted(({ events }) => {
    if (streams.size === 0) return;
    for (const [userId, own] of byUser(events)) {
      for (const stream of streams.get(userId) ?? []) stream.push(own);
    }
  });

  onPeer(namespace, deps, async (peer) => {
    const { socket, principal } = peer;
    const { userId } = principal;
    const begin = deps.readEvents(userId, { after: 0, limit: 1 });
    const opening = begin.then(({ latestSeq }) => {
      const stream = new AccountStream(socket, userId, {
        read: deps.readEvents,
        latestSeq,
        report,
      });
      socket.on('disconnect', add(stream));
      return stream;
    });
    answer(peer, deps, {
      name: 'resume',
      scope: 'read',
      async handler({ after }) {
        if (!Number.isSafeInteger(after) || (after as number) < 0) {
          throw invalid('after must be the number of an event');
        }
        return (await opening).resume(after as number);
      },
    });
    const stream = await opening;
    socket.emit('connected', { userId, latestSeq: stream.sentSeq });
    // What was committed between the reading of its number and the listening is sent now.
    stream.readOn();
  });

  return {
    async upkeep() {
      const rows = await readStreamHeads(deps.reads, [...streams.keys()]);
      for (const { userId, seq } of rows) {
        for (const stream of streams.get(userId) ?? []) {
          if (seq > BigInt(stream.sentSeq)) stream.readOn();
        }
      }
    },
  };
}

function byUser(events: readonly EventRow[]): Map<string, EventRow[]> {
  const found = new Map<string, EventRow[]>();
  for (const event of events) {
    const own = found.get(event.userId);
    if (own) own.push(event);
    else found.set(event.userId, [event]);
  }
  return found;
}
