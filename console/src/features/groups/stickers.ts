/** The stickers of the console by their id; ids of other clients are shown as words. */
export const stickers: Readonly<Record<string, string>> = {
  'to-the-moon': '🚀',
  'diamond-hands': '💎',
  'good-call': '🎯',
  'all-in': '🔥',
  'taking-profit': '💰',
  rekt: '💀',
  patience: '🧘',
  geese: '🪿',
};

/** The keys that a message can be reacted with, as the service publishes them. */
export const reactions = [
  { key: 'like', sign: '👍' },
  { key: 'love', sign: '❤️' },
  { key: 'laugh', sign: '😂' },
  { key: 'wow', sign: '😮' },
  { key: 'sad', sign: '😢' },
  { key: 'fire', sign: '🔥' },
  { key: 'rocket', sign: '🚀' },
] as const;

export type ReactionKey = (typeof reactions)[number]['key'];
