/** What is known to come later; a row may be empty for no other reason. */
export const coming = ['MCP', 'live venues', 'several processes with Redis'] as const;

export type Coming = (typeof coming)[number];

/** The rules of one place of the specification or the contract, in short words of our own. */
export interface Source {
  /** `contract 1.7`, `specification "Predictions"` */
  readonly source: string;
  /** Each rule with its proofs, `test/e2e/quote.test.ts > title as written`, or why it has none. */
  readonly rules: Readonly<Record<string, readonly string[] | Coming>>;
}
