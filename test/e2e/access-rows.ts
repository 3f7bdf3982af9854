import type { Person, Role, Scene } from '../helpers/access-scene.ts';
import type { TestUser } from '../helpers/app.ts';
import { type Answer, type Method, send } from '../helpers/client.ts';

/** The refusals of access and what contract 2 says is their status. */
export const statusOf = {
  NOT_GROUP_MEMBER: 403,
  LEADER_REQUIRED: 403,
  ADMIN_REQUIRED: 403,
  CREATOR_REQUIRED: 403,
  SUBSCRIPTION_REQUIRED: 403,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  ALREADY_MEMBER: 400,
} as const;
export type Refusal = keyof typeof statusOf;
/** The status of a success, a refusal, or null where the question does not arise. */
export type Expected = 200 | 201 | Refusal | null;

export const NOBODY = 'NOT_GROUP_MEMBER';
export const LEADER = 'LEADER_REQUIRED';
export const ADMIN = 'ADMIN_REQUIRED';
export const CREATOR = 'CREATOR_REQUIRED';
export const UNPAID = 'SUBSCRIPTION_REQUIRED';

export const SCOPES = [
  'read',
  'trade:spot',
  'trade:predictions',
  'trade:perps',
  'groups',
  'chat',
] as const;
export type Scope = (typeof SCOPES)[number];

export interface Ask {
  readonly params?: Readonly<Record<string, string | undefined>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** What one route answers to each role. Rows are asked in the order of their table. */
export interface Row {
  /** As the OpenAPI document calls it, under /api/v1. */
  readonly route: `${Method} /${string}`;
  /** What the row is about where a route has several. */
  readonly about?: string;
  readonly scope: Scope | null;
  /** Asked with a key that may move money to other people. */
  readonly pays?: boolean;
  /**
   * Who has left or was kicked still holds positions; the leader is no admin, the admin does not
   * lead; who is suspended leads and is an admin; the last column is who does both in a group that
   * is not active.
   */
  readonly by: readonly [
    outsider: Expected,
    former: Expected,
    member: Expected,
    leader: Expected,
    admin: Expected,
    suspended: Expected,
    inactive: Expected,
  ];
  /** A request that the right caller would get through. */
  readonly ask?: (scene: Scene, who: Person) => Ask | Promise<Ask>;
}

/** A route that asks for nothing but the credential. */
export const open = (
  route: Row['route'],
  scope: Scope | null,
  ask?: (scene: Scene, who: Person) => Ask,
): Row => ({ route, scope, by: [200, 200, 200, 200, 200, 200, 200], ...(ask ? { ask } : {}) });

export const columns: readonly Role[] = [
  'outsider',
  'former',
  'member',
  'leader',
  'admin',
  'suspended',
  'keeper',
];

export const titleOf = ({ route, about, pays }: Row): string =>
  [route, ...(about ? [about] : []), ...(pays ? ['paying'] : [])].join(' · ');

/** A request that is ready to be sent by anybody. */
export interface Ready {
  readonly method: Method;
  readonly path: string;
  readonly body?: object;
}

export async function prepare(scene: Scene, row: Row, who: Person): Promise<Ready> {
  const { params = {}, query, body } = (await row.ask?.(scene, who)) ?? {};
  const [method, template] = row.route.split(' ') as [Method, string];
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${titleOf(row)}: no ${name} for ${who.role}`);
    return encodeURIComponent(value);
  });
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  return { method, path: `${path}${search}`, ...(body === undefined ? {} : { body }) };
}

export const sendBy = (user: TestUser, { method, path, body }: Ready): Promise<Answer> =>
  user.call(method, path, body);

export const sendByNobody = ({ app }: Scene, { method, path, body }: Ready): Promise<Answer> =>
  send(app.origin, {
    method,
    path: `/api/v1${path}`,
    ...(body === undefined ? {} : { body }),
  });

/** One line of a comparison: of a success the status, of a refusal the code as well. */
export const line = (what: string, { status, body }: Answer): string =>
  status < 300 ? `${what}: ${status}` : `${what}: ${status} ${body.code}`;

export const expectedLine = (what: string, expected: Expected): string =>
  typeof expected === 'string'
    ? `${what}: ${statusOf[expected]} ${expected}`
    : `${what}: ${expected}`;
