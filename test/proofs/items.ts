import {
  answerSchema,
  bodySchema,
  fieldsOf,
  openapi,
  parametersOf,
  type Route,
  routes,
} from './document.ts';

/** One thing that the published document promises. */
export interface DerivedItem {
  readonly kind: 'route' | 'request' | 'answer' | 'value' | 'code';
  /** What it belongs to: a route, or the component that holds the field. */
  readonly of: string;
  /** `200`, `?limit`, `body.amountUsd`, `status`, `status = OPEN`. */
  readonly name: string;
  /** What a test may have shown of it, the strongest first. */
  readonly keys: readonly string[];
}

const isSuccess = (status: string): boolean => Number(status) < 300;

/** The envelope of every answer is a rule of its own. */
const isEnvelope = (field: string): boolean => field.endsWith(' answer.data');

const split = (field: string): [of: string, name: string] => {
  const at = field.includes(' ') ? field.lastIndexOf(' ') : field.indexOf('.');
  return [field.slice(0, at), field.slice(at + 1)];
};

const request = (of: string, name: string): DerivedItem => ({
  kind: 'request',
  of,
  name,
  keys: [`taken ${of} ${name}`],
});

const value = (field: string, of: string, name: string, one: unknown): DerivedItem => ({
  kind: 'value',
  of,
  name: `${name} = ${one}`,
  keys: [`value ${field} = ${one}`],
});

function itemsOfRequest(route: Route): DerivedItem[] {
  const items: DerivedItem[] = [];
  const { name: of } = route;
  for (const { name, schema } of parametersOf(route, 'path')) {
    for (const one of schema.enum ?? []) {
      items.push(value(`${of} {${name}}`, of, `{${name}}`, one));
    }
  }
  for (const { name, schema } of parametersOf(route, 'query')) {
    items.push(request(of, `?${name}`));
    for (const one of schema.enum ?? []) items.push(value(`${of} ?${name}`, of, `?${name}`, one));
  }
  for (const [field, values] of fieldsOf(bodySchema(route) ?? {}, `${of} body`)) {
    const name = field.slice(of.length + 1);
    items.push(request(of, name));
    for (const one of values) items.push(value(field, of, name, one));
  }
  return items;
}

/** Fields of answers: those of a component once, whichever routes answer it. */
function itemsOfAnswers(): DerivedItem[] {
  const fields = new Map<string, readonly unknown[]>();
  for (const route of routes) {
    for (const status of Object.keys(route.operation.responses)) {
      fieldsOf(answerSchema(route, status) ?? {}, `${route.name} answer`, fields);
    }
  }
  return [...fields]
    .filter(([field]) => !isEnvelope(field) && field !== 'Error.code')
    .flatMap(([field, values]): DerivedItem[] => {
      const [of, name] = split(field);
      return [
        { kind: 'answer', of, name, keys: [`compared ${field}`, `field ${field}`] },
        ...values.map((one) => value(field, of, name, one)),
      ];
    });
}

/** Everything that the document promises, each with the keys under which tests show it. */
export const derivedItems: readonly DerivedItem[] = [
  ...routes.flatMap(({ name: of, operation }) =>
    Object.keys(operation.responses)
      .filter(isSuccess)
      .map(
        (status): DerivedItem => ({
          kind: 'route',
          of,
          name: status,
          keys: [`answer ${of} ${status}`],
        }),
      ),
  ),
  ...routes.flatMap(itemsOfRequest),
  ...itemsOfAnswers(),
  ...Object.keys(openapi.components.examples).map(
    (code): DerivedItem => ({
      kind: 'code',
      of: 'Error',
      name: code,
      keys: [`value Error.code = ${code}`],
    }),
  ),
];
