/** Deepest nesting of fields in an operation. */
export const MAX_DEPTH = 8;
/** The same below `__schema` and `__type`, where the usual question of tools needs more. */
export const MAX_INTROSPECTION_DEPTH = 16;
/** Most that an operation may cost: a field is 1, and what stands below a list counts per row. */
export const MAX_COST = 5_000;
/** Fields with another name than their own. */
export const MAX_ALIASES = 15;
/** Fields at the top of a query. */
export const MAX_QUERY_FIELDS = 10;
/** A mutation makes one change, so that one request is one guess of a second factor. */
export const MAX_MUTATION_FIELDS = 1;
/** Words and signs of a document. */
export const MAX_TOKENS = 2_000;
/** Brackets of any kind within each other; whoever reads a document goes one step down for each. */
export const MAX_NESTING = 64;
/** Rows of a list without `limit`. */
export const DEFAULT_ROWS = 50;
/** Most rows of a list; a greater `limit` counts as this. */
export const MAX_ROWS = 200;
/** Problems that one refusal names. */
export const MAX_PROBLEMS = 20;
