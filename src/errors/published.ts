import { errorCatalogue, skipCatalogue, streamCatalogue } from './catalogue.ts';

/** Where a code appears: a refused request, a skipped follow, an event stream (contract 18.31). */
export type CodeKind = 'error' | 'skip' | 'stream';

export interface PublishedCode {
  code: string;
  /** Null for codes that are never the status of an HTTP answer (kinds `skip` and `stream`). */
  httpStatus: number | null;
  description: string;
  retryable: boolean;
  kind: CodeKind;
}

export interface ErrorCodesDocument {
  version: string;
  errors: PublishedCode[];
}

const silent = (catalogue: Record<string, string>, kind: CodeKind): PublishedCode[] =>
  Object.entries(catalogue).map(([code, description]) => ({
    code,
    httpStatus: null,
    description,
    retryable: false,
    kind,
  }));

/** What `GET /error-codes.json` answers: every code of the service. */
export function errorCodesDocument(): ErrorCodesDocument {
  const errors: PublishedCode[] = Object.entries(errorCatalogue).map(
    ([code, { httpStatus, description, retryable }]) => ({
      code,
      httpStatus,
      description,
      retryable,
      kind: 'error',
    }),
  );
  errors.push(...silent(skipCatalogue, 'skip'), ...silent(streamCatalogue, 'stream'));
  return { version: '1.0.0', errors };
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}

/** The reference page `docs/reference/errors.md`, written from the catalogue. */
export function errorReferencePage(): string {
  const { errors } = errorCodesDocument();
  const of = (kind: CodeKind) => errors.filter((entry) => entry.kind === kind);
  const plain = (kind: CodeKind) =>
    table(
      ['Code', 'What happened'],
      of(kind).map(({ code, description }) => [`\`${code}\``, description]),
    );
  const requests = table(
    ['Code', 'HTTP', 'Retry', 'When'],
    of('error').map(({ code, httpStatus, retryable, description }) => [
      `\`${code}\``,
      String(httpStatus),
      retryable ? 'yes' : 'no',
      description,
    ]),
  );
  return `# Errors

<!-- Written from src/errors/catalogue.ts. After a change there: npx vitest run src/errors -u -->

Every refused request is answered with one shape:

\`\`\`json
{
  "statusCode": 400,
  "error": "Bad Request",
  "code": "AMOUNT_BELOW_MINIMUM",
  "message": "The amount is below the floor in \`details.minimumUsd\`.",
  "retryable": false,
  "details": { "minimumUsd": "1", "amountUsd": "0.5" },
  "errorId": "01920f3c-6d1a-7b3e-8c55-0a1b2c3d4e5f"
}
\`\`\`

\`message\` is a list of texts for \`VALIDATION_FAILED\`, each naming its field, and one text
otherwise. \`retryable\` is true only where sending the identical request again is safe and may
help; such answers carry \`Retry-After\` in seconds. Decide by \`code\`, never by \`message\`.

The same codes are published at \`GET /error-codes.json\`; \`httpStatus\` is null there for codes that
are never the status of an answer.

## Refused requests

${requests}

## Skipped follows

A follow that was not made is SKIPPED with one of these codes.

${plain('skip')}

## Event streams

${plain('stream')}
`;
}
