/** The spans that gains and charts are shown over. */
export const windows = [
  { value: '24h', label: '24h' },
  { value: '7d', label: '7d' },
  { value: '30d', label: '30d' },
  { value: 'all', label: 'All' },
] as const;

export type Window = (typeof windows)[number]['value'];
