export { type AccountEnd, createAccountEnd } from './end-account.ts';
