import { expect, it } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import type { Message } from './chat-world.ts';
import { mints } from './world.ts';

it('what a process could not post before it ended is posted by the next one, once', async () => {
  const test = await startTestApp();
  try {
    const leader = await test.user('leader');
    const { groupId } = await leader.post('/groups', { name: 'Geese' });
    const path = `/chat/${groupId}/messages`;
    await test.pin(mints.sol, '150');
    await test.app.workers.chat.stop();
    const body = { groupId, contractAddress: mints.sol, amountUsd: '25' };
    const { proposal } = await leader.post('/spot/proposals', body);
    await leader.post(`/spot/proposals/${proposal.id}/close`);
    expect(await leader.get(path)).toEqual([]);
    await test.audit();
    await test.restart();
    await test.sandbox('POST', '/drain');
    const kinds = (await leader.get(path)).map(({ metadata }: Message) => metadata.kind);
    expect(kinds).toEqual(['CLOSE', 'PROPOSAL']);
    await test.audit();
  } finally {
    await test.stop();
  }
});

it('two processes post what either of them has to tell once, each call before its close', async () => {
  const one = await startTestApp();
  const two = await startTestApp({}, { database: one.database });
  try {
    const leader = await one.user('leader', { depositUsd: '10000' });
    const { groupId } = await leader.post('/groups', { name: 'Geese' });
    const tokens = [mints.sol, mints.decimals5, mints.decimals6, mints.decimals8];
    for (const mint of tokens) for (const app of [one, two]) await app.pin(mint, '2');
    const rounds = 10;
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all(
        tokens.map(async (contractAddress, n) => {
          const user = (n % 2 === 0 ? one : two).at(leader);
          const body = { groupId, contractAddress, amountUsd: '10' };
          const { proposal } = await user.post('/spot/proposals', body);
          await user.post(`/spot/proposals/${proposal.id}/close`);
        }),
      );
    }
    await one.sandbox('POST', '/drain');
    const messages: Message[] = await leader.get(`/chat/${groupId}/messages?limit=200`);
    const kinds = new Map<string, string[]>();
    for (const { metadata } of messages.toReversed()) {
      kinds.set(metadata.proposalId, [...(kinds.get(metadata.proposalId) ?? []), metadata.kind]);
    }
    const calls = rounds * tokens.length;
    expect([...kinds.values()]).toEqual(Array.from({ length: calls }, () => ['PROPOSAL', 'CLOSE']));
    expect(messages).toHaveLength(calls * 2);
    await one.audit();
  } finally {
    await two.stop();
    await one.stop();
  }
});
