const GROUP = '01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f';
const ADMIN = '01920f3c-7a2b-7c4d-9e66-1b2c3d4e5f60';
const at = '2026-01-31T14:30:00.000Z';

export const agentExample = {
  agentKey: 'scout' as const,
  name: 'Scout',
  description:
    'Every six hours: the largest movers among tokens and stocks over 24 hours, and the most-traded prediction events.',
  enabled: true,
  enabledBy: ADMIN,
  enabledAt: at,
  lastRunAt: '2026-01-31T18:00:00.000Z',
  lastError: null,
};
export const switchRequest = { agentKey: 'scout' as const, action: 'enable' as const };

export const newExternalRequest = {
  name: 'Nest watcher',
  url: 'https://bots.example.org/skein',
  events: ['proposal.opened' as const, 'message.created' as const],
};
export const externalExample = {
  id: '01920f3d-11c4-7f02-b1a9-3c4d5e6f7a8b',
  groupId: GROUP,
  ...newExternalRequest,
  createdBy: ADMIN,
  createdAt: at,
  enabled: true,
  disabledReason: null,
  failures: 0,
  lastDeliveryAt: null,
  lastError: null,
};
export const newExternalExample = {
  ...externalExample,
  secret: '3f1c0a9b8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a',
};
export const removedExample = { success: true };
