/** The part of an Ajv error that the sentences below are made of. */
export interface SchemaProblem {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Record<string, unknown>;
  readonly message?: string;
  readonly parentSchema?: Record<string, unknown>;
}

/** More problems than this of one request help nobody. */
const MAX_PROBLEMS = 20;

/** `/items/0/side` of the body becomes `body.items[0].side`. */
function fieldName(part: string, pointer: string): string {
  let name = part;
  for (const step of pointer.split('/').slice(1)) {
    const field = step.replaceAll('~1', '/').replaceAll('~0', '~');
    name += /^\d+$/.test(field) ? `[${field}]` : `.${field}`;
  }
  return name;
}

const article = (type: string): string => (/^[aio]/.test(type) ? `an ${type}` : `a ${type}`);

const typeNames = (type: unknown): string =>
  (Array.isArray(type) ? type : [type])
    .map((name) => (name === 'null' ? 'null' : article(String(name))))
    .join(' or ');

function rule(problem: SchemaProblem): string {
  const must = problem.parentSchema?.['x-must'];
  if (typeof must === 'string') return must;
  const limit = String(problem.params.limit);
  switch (problem.keyword) {
    case 'type':
      return `be ${typeNames(problem.params.type)}`;
    case 'enum':
      return `be one of ${(problem.params.allowedValues as unknown[]).join(', ')}`;
    case 'const':
      return `be ${JSON.stringify(problem.params.allowedValue)}`;
    case 'minLength':
      return `have at least ${limit} characters`;
    case 'maxLength':
      return `have at most ${limit} characters`;
    case 'minItems':
      return `have at least ${limit} items`;
    case 'maxItems':
      return `have at most ${limit} items`;
    case 'minimum':
      return `be at least ${limit}`;
    case 'maximum':
      return `be at most ${limit}`;
    case 'exclusiveMinimum':
      return `be more than ${limit}`;
    case 'exclusiveMaximum':
      return `be less than ${limit}`;
    case 'format':
      return `be in the format ${String(problem.params.format)}`;
    case 'pattern':
      return `match ${String(problem.params.pattern)}`;
    case 'anyOf':
    case 'oneOf':
      return 'have one of the documented forms';
    default:
      return (problem.message ?? 'fit its schema').replace(/^must /, '');
  }
}

/** One sentence per problem, each naming its field (contract 2). */
export function describeProblems(part: string, problems: readonly SchemaProblem[]): string[] {
  const sentences = new Set<string>();
  for (const problem of problems) {
    const field = fieldName(part, problem.instancePath);
    sentences.add(
      problem.keyword === 'required'
        ? `${field}.${String(problem.params.missingProperty)} is required`
        : `${field} must ${rule(problem)}`,
    );
    if (sentences.size === MAX_PROBLEMS) break;
  }
  return [...sentences];
}
