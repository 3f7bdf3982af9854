export { announcementRows } from './announcement-rows.ts';
export type { ChatMessage, ChatSignal } from './message-object.ts';
export { asSeenBy, readReactionsOf } from './reads.ts';
export { chatRoutes } from './routes.ts';
export { type Caller, type ChatDeps, markChatRead, type NewMessage, sendToChat } from './submit.ts';
export { MESSAGE_TYPES, REACTION_KEYS, type ReactionKey } from './tables.ts';
export { type ChatWorker, startChatWorker } from './worker.ts';
