// Writes console/src/api/types.generated.ts from openapi.json: an interface per named schema and
// one entry per operation. Only the parts of JSON Schema that our document uses are understood;
// anything else stops the script, so that a type is never silently wrong.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const API = '/api/v1';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const PRIMITIVES = { string: 'string', integer: 'number', boolean: 'boolean', null: 'null' };

// `Error` would hide the class of that name in every file that imports it.
const nameOf = (name) => (name === 'Error' ? 'ErrorBody' : name);
const keyOf = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`);
const union = (parts) => [...new Set(parts)].join(' | ');

function objectOf({ properties, required = [], additionalProperties }, schemas, optional) {
  const fields = Object.entries(properties ?? {}).map(([name, field]) => {
    const needed = required.includes(name);
    const type = typeOf(field, schemas);
    return `${keyOf(name)}${needed ? '' : '?'}: ${type}${needed ? '' : optional};`;
  });
  if (fields.length > 0) return `{ ${fields.join(' ')} }`;
  return typeof additionalProperties === 'object'
    ? `Record<string, ${typeOf(additionalProperties, schemas)}>`
    : 'Record<string, unknown>';
}

function singleOf(type, schema, schemas) {
  if (type === 'object') return objectOf(schema, schemas, ' | undefined');
  if (type !== 'array') {
    if (!(type in PRIMITIVES)) throw new Error(`A type that is not understood: ${type}`);
    return PRIMITIVES[type];
  }
  const item = schema.items === undefined ? 'unknown' : typeOf(schema.items, schemas);
  return /[|]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
}

/** The TypeScript type of a JSON Schema. */
export function typeOf(schema, schemas) {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1);
    if (!(name in schemas)) throw new Error(`A schema that does not exist: ${schema.$ref}`);
    return nameOf(name);
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return union(choices.map((choice) => typeOf(choice, schemas)));
  if (schema.type === undefined) return 'unknown';
  return union([schema.type].flat().map((type) => singleOf(type, schema, schemas)));
}

const fieldsOf = (parameters, place, schemas) => {
  const own = parameters.filter((parameter) => parameter.in === place);
  if (own.length === 0) return 'never';
  const fields = own.map(({ name, required, schema }) => {
    const type = typeOf(schema, schemas);
    return required === true ? `${keyOf(name)}: ${type};` : `${keyOf(name)}?: ${type} | undefined;`;
  });
  return `{ ${fields.join(' ')} }`;
};

function operationOf(method, path, operation, { schemas, parameters }) {
  const all = (operation.parameters ?? []).map((one) =>
    one.$ref === undefined ? one : parameters[one.$ref.split('/').at(-1)],
  );
  const body = operation.requestBody?.content?.['application/json']?.schema;
  const good = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const data = good.flatMap(([, { content }]) => {
    const schema = content?.['application/json']?.schema;
    return schema === undefined ? [] : [typeOf(schema.properties?.data ?? schema, schemas)];
  });
  return [
    `  '${method.toUpperCase()} ${path.replace(API, '')}': {`,
    `    path: ${fieldsOf(all, 'path', schemas)};`,
    `    query: ${fieldsOf(all, 'query', schemas)};`,
    `    body: ${body === undefined ? 'never' : typeOf(body, schemas)};`,
    `    data: ${data.length === 0 ? 'never' : union(data)};`,
    '  };',
  ].join('\n');
}

/** The whole file for an OpenAPI document. */
export function typesOf({ components, paths }) {
  const { schemas } = components;
  const interfaces = Object.entries(schemas).map(([name, schema]) => {
    const type = typeOf(schema, schemas);
    return type.startsWith('{')
      ? `export interface ${nameOf(name)} ${type}`
      : `export type ${nameOf(name)} = ${type};`;
  });
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method] !== undefined).map((method) =>
      operationOf(method, path, methods[method], components),
    ),
  );
  return [
    '// Generated from openapi.json by scripts/console-types.mjs. Do not change it by hand.',
    '',
    interfaces.join('\n\n'),
    '',
    '/** What each operation takes and gives; paths are below /api/v1 where they name no other root. */',
    'export interface Operations {',
    operations.join('\n'),
    '}',
    '',
  ].join('\n');
}

// `node scripts/console-types.mjs [document [target]]`, both from the repository where left out.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = new URL('..', import.meta.url);
  const [
    source = new URL('openapi.json', root),
    target = new URL('console/src/api/types.generated.ts', root),
  ] = process.argv.slice(2);
  writeFileSync(target, typesOf(JSON.parse(readFileSync(source, 'utf8'))));
}
