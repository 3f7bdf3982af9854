/**
 * What happens between 2025-09-29 and 2025-10-23, the crash of 10 October inside. Times are UTC;
 * `call` names a call of the leader from its opening to its close.
 */
export type Step = { readonly at: string } & (
  | {
      readonly do: 'open';
      readonly call: string;
      readonly token: string;
      /** Follows wait this long: what becomes of them then. */
      readonly heldMs?: number;
      readonly fate?: 'PRICE_MOVED' | 'EXPIRED';
    }
  | { readonly do: 'sell'; readonly call: string; readonly amountUsd: string }
  | { readonly do: 'close'; readonly call: string }
  | { readonly do: 'join' | 'kick' | 'disable' | 'enable'; readonly who: (n: number) => boolean }
  | {
      readonly do: 'sale by hand';
      readonly call: string;
      readonly who: (n: number) => boolean;
      readonly body: { readonly amountUsd: string } | { readonly max: true };
    }
);

const open = (at: string, call: string, held: object = {}): Step => ({
  at,
  do: 'open',
  call,
  token: call.replace(/\d/g, ''),
  ...held,
});
const sell = (at: string, call: string, amountUsd: string): Step => ({
  at,
  do: 'sell',
  call,
  amountUsd,
});
const close = (at: string, call: string): Step => ({ at, do: 'close', call });

export const FOLLOWERS = 200;

/** Of the followers: who they are and what they chose. Amounts in 1e-6 dollars. */
export const followerOf = (n: number) => {
  const amount = n === 50 ? 750_000n : 5_000_000n + BigInt(n) * 371_717n;
  return {
    amount,
    mirrorExits: n % 3 === 0,
    // One follow a day, and not a second one.
    dailyLimit: n % 10 === 3 ? (amount * 3n) / 2n : null,
    // Enough for two calls that are not sold again.
    deposit: n % 17 === 5 ? (amount * 5n) / 2n : 3_000_000_000n,
    joinsLate: n >= 180,
  };
};

const late = (n: number) => followerOf(n).joinsLate;
const kicked = (n: number) => n % 40 === 11;
const paused = (n: number) => n % 25 === 7;
const byHand = (n: number) => n % 30 === 2;

export const script: readonly Step[] = [
  open('2025-09-29T00:40:00Z', 'SOL1'),
  open('2025-09-29T08:05:17Z', 'BONK1'),
  open('2025-09-29T16:00:00Z', 'JUP1'),
  open('2025-09-30T02:20:00Z', 'PYTH1'),
  sell('2025-09-30T15:00:03Z', 'SOL1', '200'),
  close('2025-09-30T20:10:00Z', 'BONK1'),
  close('2025-10-01T09:30:00Z', 'SOL1'),
  open('2025-10-01T10:30:00Z', 'WIF1'),
  open('2025-10-02T03:15:00Z', 'RAY1'),
  close('2025-10-02T11:45:00Z', 'JUP1'),
  open('2025-10-02T14:00:00Z', 'SOL2'),
  close('2025-10-03T05:00:00Z', 'PYTH1'),
  open('2025-10-03T06:06:06Z', 'BONK2'),
  sell('2025-10-03T18:00:00Z', 'RAY1', '123.456789'),
  open('2025-10-03T21:00:00Z', 'JTO1'),
  { at: '2025-10-04T00:00:00Z', do: 'disable', who: paused },
  open('2025-10-04T09:59:59Z', 'JUP2'),
  close('2025-10-04T22:15:00Z', 'SOL2'),
  close('2025-10-05T00:30:00Z', 'WIF1'),
  open('2025-10-05T05:30:00Z', 'ORCA1'),
  open('2025-10-05T17:40:00Z', 'PYTH2'),
  close('2025-10-06T08:00:00Z', 'JUP2'),
  open('2025-10-06T13:13:13Z', 'RENDER1'),
  close('2025-10-06T18:45:00Z', 'RAY1'),
  close('2025-10-07T07:07:07Z', 'BONK2'),
  open('2025-10-07T19:30:00Z', 'POPCAT1'),
  open('2025-10-08T04:44:44Z', 'SOL3'),
  { at: '2025-10-08T10:00:00Z', do: 'kick', who: kicked },
  close('2025-10-08T12:00:00Z', 'JTO1'),
  {
    at: '2025-10-09T09:00:00Z',
    do: 'sale by hand',
    call: 'ORCA1',
    who: byHand,
    body: { amountUsd: '2.5' },
  },
  close('2025-10-09T16:20:00Z', 'PYTH2'),
  open('2025-10-09T23:10:00Z', 'BONK3'),
  open('2025-10-10T20:50:00Z', 'JUP3'),
  open('2025-10-10T21:05:00Z', 'WIF2'),
  sell('2025-10-10T21:20:00Z', 'SOL3', '150'),
  close('2025-10-10T21:22:00Z', 'JUP3'),
  sell('2025-10-10T21:24:00Z', 'BONK3', '60'),
  // The price rises again by more than a tenth while these follows wait.
  open('2025-10-10T21:26:00Z', 'JUP4', { heldMs: 50_000, fate: 'PRICE_MOVED' }),
  open('2025-10-10T21:28:00Z', 'PYTH3'),
  close('2025-10-10T21:29:30Z', 'SOL3'),
  open('2025-10-10T21:35:00Z', 'SOL4'),
  close('2025-10-10T21:41:00Z', 'BONK3'),
  close('2025-10-10T21:50:00Z', 'JUP4'),
  close('2025-10-11T03:00:00Z', 'POPCAT1'),
  { at: '2025-10-11T06:00:00Z', do: 'join', who: late },
  open('2025-10-11T12:00:00Z', 'BONK4'),
  { at: '2025-10-12T00:00:00Z', do: 'enable', who: paused },
  open('2025-10-12T08:00:00Z', 'JTO2'),
  close('2025-10-12T15:00:00Z', 'WIF2'),
  open('2025-10-13T10:00:00Z', 'JUP5', { heldMs: 60_001, fate: 'EXPIRED' }),
  close('2025-10-13T20:00:00Z', 'PYTH3'),
  open('2025-10-14T01:30:00Z', 'PYTH4'),
  {
    at: '2025-10-14T06:00:00Z',
    do: 'sale by hand',
    call: 'ORCA1',
    who: kicked,
    body: { max: true },
  },
  close('2025-10-15T10:10:10Z', 'SOL4'),
  sell('2025-10-15T22:00:00Z', 'BONK4', '99.999999'),
  open('2025-10-16T00:00:00Z', 'SOL5'),
  close('2025-10-16T16:00:00Z', 'BONK4'),
  open('2025-10-17T11:00:00Z', 'BONK5'),
  close('2025-10-18T09:00:00Z', 'JUP5'),
  open('2025-10-19T20:20:00Z', 'WIF3'),
  close('2025-10-20T12:30:00Z', 'ORCA1'),
  close('2025-10-21T04:00:00Z', 'WIF3'),
  close('2025-10-22T18:00:00Z', 'SOL5'),
];

/** Where the run ends; three calls are still open then. */
export const END = '2025-10-23T05:00:00Z';
