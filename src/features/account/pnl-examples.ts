/** $1000 was worth 1000 and 30 days later 1090 with $50 more put in: 40 of 1050. */
export const pnl = {
  absoluteChange24h: '12.5',
  percentChange24h: '1.160092807424593968',
  window: '30d' as const,
  absoluteChange: '40',
  percentChange: '3.809523809523809524',
};

export const history = [
  { at: '2026-01-01T14:00:00.000Z', valueUsd: '1000', pnlUsd: '0' },
  { at: '2026-01-16T00:00:00.000Z', valueUsd: '1062', pnlUsd: '12' },
  { at: '2026-01-31T14:30:00.000Z', valueUsd: '1090', pnlUsd: '40' },
];
