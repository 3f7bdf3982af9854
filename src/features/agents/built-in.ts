import type { Agent } from './agent.ts';
import { digest } from './digest.ts';
import { scout } from './scout.ts';
import { sentinel } from './sentinel.ts';
import type { AgentKey } from './tables.ts';

/** Every built-in agent, in the order in which they are listed (contract 11). */
export const builtInAgents: readonly Agent[] = [scout, sentinel, digest];

const byKey = new Map(builtInAgents.map((agent) => [agent.key, agent]));

/** The agent of a key; a key of the database is always one of them. */
export const agentOf = (key: AgentKey): Agent => byKey.get(key) as Agent;
