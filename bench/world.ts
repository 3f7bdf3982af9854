import type { Service } from './service.ts';

/** A user of the benchmark. */
export interface BenchUser {
  readonly userId: string;
  readonly apiKey: string;
}

export interface Group {
  readonly leader: BenchUser;
  readonly groupId: string;
  readonly members: readonly BenchUser[];
}

const AT_ONCE = 50;

let made = 0;

async function user(service: Service): Promise<BenchUser> {
  made += 1;
  return service.sandbox('POST', '/users', { username: `bench_${made}`, depositUsd: '1000000' });
}

/** Runs the work for 0 … count − 1, some at once. */
export async function inParallel<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = new Array(count);
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const n = next;
      next += 1;
      results[n] = await work(n);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return results;
}

/** A group with a leader and so many members, each with auto-buy when an amount is given. */
export async function makeGroup(
  service: Service,
  size: number,
  autoBuyUsd: string | null,
): Promise<Group> {
  const leader = await user(service);
  const { groupId } = await service.call<{ groupId: string }>(leader.apiKey, 'POST', '/groups', {
    name: 'Bench',
    groupAccessType: 'PUBLIC',
  });
  const members = await inParallel(size, async () => {
    const member = await user(service);
    await service.call(member.apiKey, 'POST', `/groups/${groupId}/join`, {});
    if (autoBuyUsd !== null) {
      const autoBuy = { enabled: true, amountUsd: autoBuyUsd };
      await service.call(member.apiKey, 'POST', `/groups/${groupId}/auto-buy`, autoBuy);
    }
    return member;
  });
  return { leader, groupId, members };
}

/** Mints of well-known tokens that trade at any hour, which stocks do not; deepest pools first. */
export async function mints(service: Service, key: string, count: number): Promise<string[]> {
  const tokens = await service.call<{ id: string; tags: string[] }[]>(
    key,
    'GET',
    '/spot/tokens/trending?limit=50',
  );
  const found = tokens.filter(({ tags }) => !tags.includes('stock')).slice(0, count);
  if (found.length < count) throw new Error(`only ${found.length} tokens that always trade`);
  return found.map(({ id }) => id);
}

/** Opens a proposal for each mint. */
export async function propose(
  service: Service,
  { leader, groupId }: Group,
  contractAddress: string,
): Promise<string> {
  const { proposal } = await service.call<{ proposal: { id: string } }>(
    leader.apiKey,
    'POST',
    '/spot/proposals',
    { groupId, contractAddress, amountUsd: '25' },
  );
  return proposal.id;
}
