/** Under which the sandbox control stands in the reference (contract 15). */
export const SANDBOX_TAG = 'Sandbox';
