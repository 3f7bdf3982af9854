import { tokens } from '../api/client.ts';
import { createLive } from './live.ts';

/** Live data of this page's session. */
export const live = createLive(tokens);
