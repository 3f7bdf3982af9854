import type { Answer, CommandKind, Idempotency } from '../../src/engine/command.ts';
import { announcementRows } from '../../src/features/chat/index.ts';
import { behaviourKey, type TradeVertical, verticalOf } from '../../src/features/controls/index.ts';
import { followRows } from '../../src/features/follow/write-rows.ts';
import { createGroup } from '../../src/features/groups/create-group.ts';
import { type JoinCommand, joinGroup } from '../../src/features/groups/join.ts';
import { setAutoBuy } from '../../src/features/groups/set-auto-buy.ts';
import { createUser } from '../../src/features/identity/create-user.ts';
import type { Trader } from '../../src/features/orders/index.ts';
import type { SpotDeps } from '../../src/features/spot/deps.ts';
import type { OrderAsset } from '../../src/features/spot/order.ts';
import {
  type ProposalIdentities,
  type ProposalIdentity,
  proposalIdentities,
} from '../../src/features/spot/proposal-identity.ts';
import { openAssets } from '../../src/ledger/assets.ts';
import { createMarketData, type MarketData } from '../../src/market/market.ts';
import { bundledTokens } from '../../src/market/tokens.ts';
import { usdc } from '../../src/money/fixed.ts';
import { dollars, priceOf } from '../../src/money/text.ts';
import type { Vertical } from '../../src/platform/config.ts';
import { type VenueBehaviour, venueOk } from '../../src/venues/behaviour.ts';
import { type Backend, openBackend } from './backend.ts';
import { openPredictionTrading, type PredictionTrading } from './prediction-trading.ts';

/** Users, a group and trading on a database of their own, at prices that the test sets. */
export interface Trading extends Backend {
  readonly market: MarketData;
  readonly deps: SpotDeps;
  readonly proposals: ProposalIdentities;
  readonly token: OrderAsset;
  readonly predictions: PredictionTrading;
  /** Submits for a user and answers the parsed data of the answer. */
  run<C>(
    kind: CommandKind<C>,
    command: C,
    userId: string,
    idempotency?: Omit<Idempotency, 'userId'>,
  ): Promise<{ status: number; data: Data }>;
  /** A user with a wallet of so many dollars. */
  user(name: string, deposit?: string): Promise<Trader>;
  /** A PUBLIC group of this leader. */
  group(leader: Trader, fees?: { joining?: string; subscription?: string }): Promise<string>;
  join(trader: Trader, groupId: string, paid?: Partial<JoinCommand>): Promise<void>;
  follow(trader: Trader, groupId: string, amount: string, mirrorExits?: boolean): Promise<void>;
  /** Scripts a venue as the sandbox would, the one of spot unless another is named. */
  script(behaviour: Partial<VenueBehaviour>, vertical?: Vertical): Promise<void>;
  proposal(id: string): Promise<ProposalIdentity>;
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of any command.
type Data = any;

export async function openTrading(options: { feeBps?: number } = {}): Promise<Trading> {
  const backend = await openBackend({ followRows, announcementRows });
  const { database, engine, clock, ids } = backend;
  const source = {
    priceAt: () => undefined,
    bar: () => undefined,
    volume24h: () => null,
    coverage: () => null,
  };
  const market = createMarketData(source, bundledTokens);
  const assets = await openAssets(database);
  await assets.ensure(bundledTokens.slice(0, 3));
  const asset = assets.all()[1];
  if (!asset) throw new Error('no token');
  const token = { id: asset.id, mint: asset.mint, decimals: asset.decimals };
  market.pin(token.mint, priceOf('185'), clock.now());
  const proposals = proposalIdentities(database.reads, assets);
  const behaviours = new Map<Vertical, VenueBehaviour>();
  const behaviour = (vertical: TradeVertical) => behaviours.get(verticalOf(vertical)) ?? venueOk;
  const deps: SpotDeps = {
    market,
    feeBps: options.feeBps ?? 50,
    requireTrading: () => undefined,
    requireRegion: () => undefined,
    requireMarket: () => undefined,
    behaviour,
  };
  const predictions = await openPredictionTrading({ ...backend, assets, behaviour });
  const rows = <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    database.withClient(async (client) => (await client.query(text, [...values])).rows as Row[]);
  const submit: Trading['run'] = async (kind, command, userId, key) => {
    const idempotency = key ? { ...key, userId } : null;
    const answer: Answer = await engine.submit(kind, command, { userId, idempotency });
    const data: Data = answer.json === '' ? null : JSON.parse(answer.json).data;
    return { status: answer.status, data };
  };

  return {
    ...backend,
    market,
    deps,
    proposals,
    token,
    predictions,
    run: submit,
    rows,
    async user(name, deposit = '1000') {
      const userId = ids.next();
      const walletAddress = `wallet-${name}`;
      await submit(
        createUser,
        {
          userId,
          username: name,
          mode: 'paper',
          walletAddress,
          deposit: deposit === '0' ? null : { amount: dollars(deposit), source: 'sandbox' },
          key: null,
        },
        userId,
      );
      return { userId, idpId: `idp_${userId}`, username: name, walletAddress };
    },
    async group(leader, fees = {}) {
      const group = {
        name: 'Geese',
        description: '',
        image: '',
        header: '',
        joiningFee: dollars(fees.joining ?? '0'),
        subscriptionFee: dollars(fees.subscription ?? '0'),
        subscriptionPeriod: 'MONTHLY',
        accessType: 'PUBLIC',
        defaultMemberType: 'MEMBER',
      } as const;
      const { data } = await submit(createGroup, { userId: leader.userId, group }, leader.userId);
      return data.groupId;
    },
    async join({ userId }, groupId, paid = {}) {
      const free = { inviteCode: null, acceptFees: null, mayPay: false, payeeId: null };
      await submit(joinGroup, { userId, groupId, ...free, ...paid }, userId);
    },
    async follow({ userId }, groupId, amount, mirrorExits = true) {
      const settings = { mirrorExits, verticals: '', maxLeverage: null, dailyLimit: null };
      const autoBuy = { enabled: true, amount: usdc(dollars(amount)), settings } as const;
      await submit(setAutoBuy, { groupId, userId, autoBuy }, userId);
    },
    async script(change, vertical = 'spot') {
      const scripted = { ...venueOk, ...change };
      behaviours.set(vertical, scripted);
      await rows(
        `insert into setting values ($1, $2, now())
          on conflict (key) do update set value = excluded.value`,
        [behaviourKey(vertical), JSON.stringify(scripted)],
      );
    },
    async proposal(id) {
      const known = await proposals.get(id);
      if (!known) throw new Error(`no proposal ${id}`);
      return known;
    },
  };
}
