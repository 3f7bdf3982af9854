import { Type } from 'typebox';
import { claimOf } from '../../engine/claim.ts';
import type { CommandKind } from '../../engine/command.ts';
import type { Engine } from '../../engine/engine.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Statement } from '../../platform/db/table.ts';
import { type RawAnswer, rawAnswer } from '../../platform/http/answer.ts';
import type { Idempotency } from '../../platform/http/idempotency.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { cursorQuery, id, limitQuery } from '../../platform/http/schema.ts';
import { isId } from '../../platform/ids.ts';
import { userByIdpId } from './groups.sql.ts';
import type { LeaderboardDeps } from './read-leaderboard.ts';
import type { ReadDeps } from './reads.ts';

export interface GroupRouteDeps extends LeaderboardDeps {
  readonly engine: Pick<Engine, 'submit'>;
}

/** What a write needs of its request. */
export interface Caller {
  readonly principal: Principal;
  readonly idempotency: Idempotency | null;
}

export const tag = 'Groups';
/** Of every write of groups (contract 18.16). */
export const scope = 'groups';
// Not an `idParam`: to a text that is no id the caller is as little a member as to an unknown id.
export const groupParams = Type.Object({ id: id('The group.') });
export const memberParams = Type.Object({
  id: id('The group.'),
  userId: Type.String({
    description: 'The member: user id or idp id.',
    examples: ['idp_01920f3c'],
  }),
});
/** Rows of a page without `limit`. */
export const DEFAULT_LIMIT = 50;
export const pageQuery = Type.Object({ limit: limitQuery(DEFAULT_LIMIT), cursor: cursorQuery() });
export const MANAGE_ERRORS = [
  'NOT_GROUP_MEMBER',
  'ADMIN_REQUIRED',
  'SUBSCRIPTION_REQUIRED',
] as const;

/** Submits a command of the caller and answers what it answers. */
export async function submit<C>(
  { engine }: Pick<GroupRouteDeps, 'engine'>,
  { principal: { userId }, idempotency }: Caller,
  kind: CommandKind<C>,
  command: C,
): Promise<RawAnswer> {
  const claim = claimOf(userId, idempotency);
  return rawAnswer(await engine.submit(kind, command, { userId, idempotency: claim }));
}

/** To a text that is no id the caller is as little a member as to an unknown id. */
export function requireId(groupId: string): string {
  if (!isId(groupId)) throw new AppError('NOT_GROUP_MEMBER');
  return groupId;
}

/** The user of a path, by user id or idp id; null when there is none (or it could not be one). */
export async function findTarget({ database }: ReadDeps, text: string): Promise<string | null> {
  if (isId(text)) return text;
  if (!/^[\x21-\x7e]{1,256}$/.test(text)) return null;
  const [user] = await database.reads.query<{ id: string }>(userByIdpId, [text]);
  return user?.id ?? null;
}

/** Who receives fees, as one of the statements for it finds; null where there is nothing to pay. */
export async function findPayee(
  { database }: ReadDeps,
  statement: Statement,
  ...ids: readonly string[]
): Promise<string | null> {
  const [payee] = await database.reads.query<{ userId: string }>(statement, [...ids]);
  return payee?.userId ?? null;
}

/** Whether the credential may move money to other people: a session, or scope `groups:pay`. */
export const mayPay = ({ authMethod, scopes }: Principal): boolean =>
  authMethod === 'jwt' || scopes.has('groups:pay');
