const GROUP = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';
const MESSAGE = '01920f3d-11c4-7f02-b1a9-3c4d5e6f7a8b';
const REPORT = '01920f3e-22d5-7f13-82ba-4d5e6f7a8b9c';
const BOB = '01920f3c-7a2b-7c4d-9e66-1b2c3d4e5f60';
const ADA = '01920f3c-8b3c-7d5e-8f77-2c3d4e5f6071';
const at = '2026-01-31T14:30:00.000Z';
const later = '2026-01-31T14:45:00.000Z';

export const muteState = { groupId: GROUP, userId: BOB, muted: true };
export const mute = { userId: BOB, username: 'bob', avatar: '', createdAt: at };

export const reportRequest = { reason: 'Sells a course in every message.' };
export const reported = {
  id: REPORT,
  groupId: GROUP,
  messageId: MESSAGE,
  status: 'OPEN' as const,
  createdAt: at,
};
export const report = {
  id: REPORT,
  status: 'OPEN' as const,
  reason: reportRequest.reason,
  reporter: { userId: ADA, username: 'ada' },
  message: {
    id: MESSAGE,
    senderId: BOB,
    senderUsername: 'bob',
    type: 'TEXT' as const,
    content: 'Buy my course!',
    createdAt: at,
    deleted: false,
  },
  createdAt: at,
  resolvedAt: null,
  resolvedBy: null,
};
export const resolveRequest = { action: 'delete' as const };
export const resolved = { id: REPORT, status: 'DELETED' as const, resolvedAt: later };
