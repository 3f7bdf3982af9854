import type pg from 'pg';
import { serialize } from 'pg-protocol';
import type { Statement } from '../platform/db/table.ts';

export interface Query {
  readonly statement: Statement;
  /** Scalars and array literals: text, numbers, bigints, booleans, null. */
  readonly values: readonly unknown[];
}

export interface QueryAnswer {
  readonly command: string;
  readonly rows: unknown[][];
}

type Parser = (text: string) => unknown;

/** What a session knows of a statement it has prepared: how to read the columns of its rows. */
export interface Prepared {
  parsers: readonly Parser[];
}

/** The part of `pg`'s types that a flight uses. */
type TypeParsers = Pick<typeof pg.types, 'getTypeParser'>;

/**
 * Several prepared statements in one message to the server and one answer back: a single Sync at
 * the end, where the ordinary client ends every statement with its own and so makes the server
 * answer each in a packet of its own. The protocol's pipeline (Postgres manual, 54.2.4): after an
 * error the server skips what follows up to the Sync.
 *
 * A `pg` submittable: the client hands it the messages of the server until ReadyForQuery.
 */
export class Flight implements pg.Submittable {
  readonly #queries: readonly Query[];
  readonly #prepared: Map<string, Prepared>;
  readonly #types: TypeParsers;
  readonly #answers: QueryAnswer[] = [];
  #rows: unknown[][] = [];
  #message: Buffer;
  #resolve: (answers: QueryAnswer[]) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  readonly answers: Promise<QueryAnswer[]>;

  constructor(queries: readonly Query[], prepared: Map<string, Prepared>, types: TypeParsers) {
    this.#queries = queries;
    this.#prepared = prepared;
    this.#types = types;
    this.#message = this.#encode();
    this.answers = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: unknown): void {
    (connection as { stream: NodeJS.WritableStream }).stream.write(this.#message);
    this.#message = Buffer.alloc(0);
  }

  handleRowDescription(message: { fields: readonly { dataTypeID: number }[] }): void {
    const known = this.#prepared.get(this.#current().statement.name);
    if (!known) return;
    known.parsers = message.fields.map(
      ({ dataTypeID }) => this.#types.getTypeParser(dataTypeID, 'text') as Parser,
    );
  }

  handleDataRow(message: { fields: readonly (string | null)[] }): void {
    const parsers = this.#prepared.get(this.#current().statement.name)?.parsers ?? [];
    const { fields } = message;
    const row = new Array<unknown>(fields.length);
    for (let n = 0; n < fields.length; n += 1) {
      const text = fields[n] as string | null;
      row[n] = text === null ? null : (parsers[n] as Parser)(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete(message: { text: string }): void {
    const command = message.text.split(' ', 1)[0] ?? '';
    this.#answers.push({ command, rows: this.#rows });
    this.#rows = [];
  }

  handleError(error: unknown): void {
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#answers);
  }

  #current(): Query {
    return this.#queries[this.#answers.length] as Query;
  }

  /** Parse and Describe only for what this session has not prepared yet. */
  #encode(): Buffer {
    const parts: Buffer[] = [];
    for (const { statement, values } of this.#queries) {
      const { name, text } = statement;
      const isNew = !this.#prepared.has(name);
      if (isNew) {
        parts.push(serialize.parse({ name, text, types: [] }));
        this.#prepared.set(name, { parsers: [] });
      }
      parts.push(serialize.bind({ statement: name, values: values.map(parameter) }));
      if (isNew) parts.push(serialize.describe({ type: 'P', name: '' }));
      parts.push(serialize.execute());
    }
    parts.push(serialize.sync());
    return Buffer.concat(parts);
  }
}

const parameter = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);
