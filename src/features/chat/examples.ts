const GROUP = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';
const MESSAGE = '01920f3d-11c4-7f02-b1a9-3c4d5e6f7a8b';
const PROPOSAL = '01920f3c-9b5e-7c11-a2d3-4e5f60718293';
const at = '2026-01-31T14:30:00.000Z';

export const messageExample = {
  id: MESSAGE,
  groupId: GROUP,
  senderId: '01920f3c-7a2b-7c4d-9e66-1b2c3d4e5f60',
  sender: { idpId: 'idp_01920f3c-7a2b-7c4d-9e66-1b2c3d4e5f60', username: 'ada', avatar: '' },
  type: 'TEXT' as const,
  content: 'Looks good to me.',
  metadata: null,
  replyToId: null,
  clientMessageId: 'c-17',
  reactions: [{ key: 'fire' as const, count: 2, mine: true }],
  pinned: false,
  editedAt: null,
  createdAt: at,
};

export const automaticExample = {
  ...messageExample,
  type: 'SYSTEM' as const,
  content: 'ada proposed SOL with $25 at $150.12.',
  metadata: {
    kind: 'PROPOSAL',
    vertical: 'SPOT',
    proposalId: PROPOSAL,
    symbol: 'SOL',
    amountUsd: '25',
    priceUsd: '150.12',
  },
  clientMessageId: null,
  reactions: [],
};

export const sendRequest = {
  type: 'TEXT' as const,
  content: 'Looks good to me.',
  clientMessageId: 'c-17',
};
export const editRequest = { content: 'Looks very good to me.' };
export const editedExample = {
  ...messageExample,
  content: 'Looks very good to me.',
  editedAt: '2026-01-31T14:31:00.000Z',
};
export const pinnedExample = { ...messageExample, pinned: true };
export const readExample = { groupId: GROUP, unreadCount: 0, lastReadAt: at };
export const deletedExample = { success: true };
