import { useSyncExternalStore } from 'react';
import { tokens } from '../api/client.ts';
import type { SessionState } from './tokens.ts';

/** Whether somebody is signed in. */
export const useSession = (): SessionState => useSyncExternalStore(tokens.subscribe, tokens.state);
