/**
 * Decides when a piece of background work begins, by its name; resolves when it has ended. A
 * service begins it at once; a simulation holds it back and lets one piece run after another.
 */
export type Turns = (name: string, work: () => Promise<void>) => Promise<void>;

export const atOnce: Turns = (_name, work) => work();
