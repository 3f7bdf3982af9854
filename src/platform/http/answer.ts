import type { Readable } from 'node:stream';

/** Data with a status or headers other than the route's own. */
export class Answer<Data> {
  readonly data: Data;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(data: Data, status?: number, headers?: Readonly<Record<string, string>>) {
    this.data = data;
    this.status = status;
    this.headers = headers;
  }
}

/** A finished answer: the JSON with its envelope, sent as it is. */
export class RawAnswer {
  readonly status: number;
  readonly json: string;
  /** Whether this is the stored answer of an earlier request with the same key. */
  readonly replayed: boolean;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(options: {
    status: number;
    json: string;
    replayed?: boolean;
    headers?: Readonly<Record<string, string>>;
  }) {
    this.status = options.status;
    this.json = options.json;
    this.replayed = options.replayed ?? false;
    this.headers = options.headers;
  }
}

/** A finished answer that is sent while it is made: JSON with its envelope, status 200. */
export class StreamAnswer {
  readonly stream: Readable;
  readonly headers: Readonly<Record<string, string>>;

  constructor(stream: Readable, headers: Readonly<Record<string, string>>) {
    this.stream = stream;
    this.headers = headers;
  }
}

/** Answers data with another documented status of the route: `answer(trade, { status: 201 })`. */
export const answer = <Data>(
  data: Data,
  options: { status?: number; headers?: Readonly<Record<string, string>> },
): Answer<Data> => new Answer(data, options.status, options.headers);

/** Answers one page of a list, with `X-Next-Cursor` when there is more (contract 1.8). */
export const page = <Data>(data: Data, nextCursor: string | null): Answer<Data> =>
  new Answer(data, undefined, nextCursor === null ? undefined : { 'x-next-cursor': nextCursor });

/** Answers stored or already printed JSON, envelope included (contract 1.7). */
export const rawAnswer = (options: ConstructorParameters<typeof RawAnswer>[0]): RawAnswer =>
  new RawAnswer(options);
