import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';
import { invalid } from '../../errors/app-error.ts';
import {
  DEFAULT_ROWS,
  MAX_ALIASES,
  MAX_COST,
  MAX_DEPTH,
  MAX_INTROSPECTION_DEPTH,
  MAX_MUTATION_FIELDS,
  MAX_QUERY_FIELDS,
  MAX_ROWS,
} from './limits.ts';

/** Fields whose answer has as many rows as `limit` says. */
const paged = new Set(['withdrawals', 'securityLog']);
/** Fields whose answer is a list that its owner keeps short. */
const listed = new Set(['apiKeys', 'sessions', 'passkeys']);

interface Measured {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Readonly<Record<string, unknown>>;
  cost: number;
  aliases: number;
}

/** Where in an operation a selection stands. */
interface Place {
  /** Fields above it. */
  readonly depth: number;
  readonly most: number;
  /** How often it is made, as the lists above it go. */
  readonly factor: number;
}

/** How many rows a field may answer: what stands below it is made that often. */
function rowsOf(field: FieldNode, variables: Measured['variables']): number {
  if (listed.has(field.name.value)) return DEFAULT_ROWS;
  if (!paged.has(field.name.value)) return 1;
  const given = field.arguments?.find(({ name }) => name.value === 'limit')?.value;
  if (given === undefined) return DEFAULT_ROWS;
  if (given.kind === Kind.VARIABLE) return atMost(variables[given.name.value]);
  // An integer of the language is one of JSON as well; any other literal was refused before.
  return given.kind === Kind.INT ? atMost(JSON.parse(given.value)) : DEFAULT_ROWS;
}

const atMost = (limit: unknown): number => {
  if (typeof limit !== 'number') return DEFAULT_ROWS;
  return limit > 0 && limit < MAX_ROWS ? limit : MAX_ROWS;
};

/**
 * Adds up the fields of a selection, fragments in their places. Stops as soon as it is too much, so
 * that fragments within fragments cannot make this itself expensive.
 */
function measure(set: SelectionSetNode, at: Place, sum: Measured): void {
  for (const selection of set.selections) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      // Counted as well, or empty fragments could be spread without end.
      charge(sum, 1);
      const fragment = sum.fragments.get(selection.name.value);
      if (fragment) measure(fragment.selectionSet, at, sum);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      charge(sum, 1);
      measure(selection.selectionSet, at, sum);
    } else {
      charge(sum, at.factor);
      if (selection.alias && selection.alias.value !== selection.name.value) sum.aliases += 1;
      if (sum.aliases > MAX_ALIASES)
        throw invalid(`query must have at most ${MAX_ALIASES} aliases`);
      const within = selection.name.value.startsWith('__') ? MAX_INTROSPECTION_DEPTH : at.most;
      const depth = at.depth + 1;
      if (depth > within) throw invalid(`query must not nest deeper than ${within} fields`);
      if (!selection.selectionSet) continue;
      const rows = rowsOf(selection, sum.variables);
      measure(selection.selectionSet, { depth, most: within, factor: at.factor * rows }, sum);
    }
  }
}

function charge(sum: Measured, cost: number): void {
  sum.cost += cost;
  if (sum.cost > MAX_COST) throw invalid(`query must cost at most ${MAX_COST}: ask for less`);
}

/** Fields at the top, those of fragments among them. */
function topFields(set: SelectionSetNode, fragments: Measured['fragments']): number {
  let count = 0;
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) count += 1;
    else if (selection.kind === Kind.INLINE_FRAGMENT) {
      count += topFields(selection.selectionSet, fragments);
    } else {
      const fragment = fragments.get(selection.name.value);
      if (fragment) count += topFields(fragment.selectionSet, fragments);
    }
  }
  return count;
}

/**
 * VALIDATION_FAILED for an operation of a valid document that is too deep, too expensive, has too
 * many aliases, or asks or changes too much at once (contract 14).
 */
export function requireModest(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments.set(definition.name.value, definition);
    }
  }
  const root = { depth: 0, most: MAX_DEPTH, factor: 1 };
  measure(operation.selectionSet, root, { fragments, variables, cost: 0, aliases: 0 });
  const top = topFields(operation.selectionSet, fragments);
  if (operation.operation === OperationTypeNode.MUTATION) {
    if (top > MAX_MUTATION_FIELDS) throw invalid('a mutation must make one change');
  } else if (top > MAX_QUERY_FIELDS) {
    throw invalid(`query must have at most ${MAX_QUERY_FIELDS} fields at its top`);
  }
}
