import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, type Scene } from '../helpers/access-scene.ts';
import { eventually } from '../helpers/eventually.ts';
import { noteFuzz } from '../helpers/evidence.ts';
import { closeSockets, connectSocket, joinSocket } from '../helpers/socket.ts';
import { type Chance, chanceOf } from './chance.ts';
import { hostileText, hostileValue } from './hostile.ts';

const SEED = Number(process.env.SKEIN_FUZZ_SEED ?? 20_261_120);
/** Messages to each namespace; the budget of a key is 1,200 a minute. */
const MESSAGES = Number(process.env.SKEIN_FUZZ_CALLS ?? 150);

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
}, 60_000);
afterAll(async () => {
  closeSockets();
  await scene?.app.stop();
});

/** The messages of a namespace, each with the fields that it takes. */
const spoken: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  '/perps': { subscribe_market: ['symbol'], unsubscribe_market: ['symbol'] },
  '/prices': { subscribe: ['kind', 'id'], unsubscribe: ['kind', 'id'] },
  '/chat': {
    send_message: ['groupId', 'type', 'content', 'replyToId', 'clientMessageId'],
    typing: ['groupId'],
    mark_read: ['groupId'],
  },
  '/account': { resume: ['after'] },
};

function payloadOf(fields: readonly string[], chance: Chance): unknown {
  if (chance.likely(0.25)) return hostileValue(chance);
  const meant: Readonly<Record<string, readonly unknown[]>> = {
    symbol: ['SOL', 'BTC'],
    kind: ['token', 'stock', 'market'],
    groupId: [scene.groupId],
    type: ['TEXT', 'STICKER', 'IMAGE', 'SYSTEM'],
    content: ['honk'],
    after: [0, 1],
  };
  const present = fields.filter(() => chance.likely(0.9));
  return Object.fromEntries(
    present.map((field) => [
      field,
      chance.likely(0.6) && meant[field] ? chance.one(meant[field]) : hostileValue(chance),
    ]),
  );
}

test.each(Object.keys(spoken))(
  'whatever is said in %s, the answer is one, and others are served',
  async (namespace) => {
    const chance = chanceOf(SEED);
    const { keeper, member } = scene.people;
    const { apiKey } = await scene.app.sandbox('POST', '/keys', { userId: member.user.userId });
    const messages = Object.entries(spoken[namespace] ?? {});
    let client = await joinSocket(scene.app.origin, namespace, apiKey);
    const problems: string[] = [];
    for (let n = 0; n < MESSAGES; n += 1) {
      if (!client.socket.connected) client = await joinSocket(scene.app.origin, namespace, apiKey);
      const [name, fields] = chance.one(messages);
      const payload = payloadOf(fields, chance);
      if (chance.likely(0.1)) {
        // A name that is not known, or arguments that are not one object: nobody answers these.
        client.socket.emit(
          chance.likely(0.5) ? hostileText(chance) || 'x' : name,
          payload,
          payload,
          n,
        );
        continue;
      }
      const ack = await client.ask(name, payload).catch(() => null);
      const isAnswer = ack !== null && typeof ack === 'object' && typeof ack.ok === 'boolean';
      const isCoded = isAnswer && (ack.ok || /^[A-Z_]+$/.test(ack.code));
      const wasClosed = ack === null && !client.socket.connected;
      if (!isCoded && !wasClosed) {
        problems.push(`${name} ${JSON.stringify(payload)?.slice(0, 300)}: ${JSON.stringify(ack)}`);
      }
      if (isAnswer && ack.code === 'INTERNAL') problems.push(`${name} ${JSON.stringify(payload)}`);
    }
    expect(problems).toEqual([]);
    const other = await joinSocket(scene.app.origin, '/chat', keeper.user.apiKey);
    expect(await other.ask('mark_read', { groupId: scene.groupId })).toMatchObject({ ok: true });
    other.close();
    client.close();
    await scene.app.audit();
    noteFuzz({ fuzz: 'sockets', seed: SEED, sent: MESSAGES });
  },
  120_000,
);

test('a handshake with anything but a good key is told why and ended', async () => {
  const chance = chanceOf(SEED);
  for (let n = 0; n < 40; n += 1) {
    const auth = { token: hostileValue(chance) };
    const namespace = chance.one(Object.keys(spoken));
    const client = connectSocket(scene.app.origin, namespace, null, { auth, reconnection: false });
    const { io: manager } = client.socket;
    await eventually(`an end of ${JSON.stringify(auth).slice(0, 80)}`, () => {
      return client.of('error').length > 0 || manager.engine?.readyState === 'closed';
    });
    const told = client.of('error').map(({ message }) => message);
    // A handshake that is longer than any message may be is cut off without a word.
    const expected = JSON.stringify(auth).length > 10_000 ? [[]] : [];
    expect([['Authentication required'], ['Invalid token'], ...expected]).toContainEqual(told);
    expect(client.socket.connected).toBe(false);
    client.close();
  }
}, 60_000);
