import { Secret, TOTP } from 'otpauth';
import type { TestApp, TestUser } from '../helpers/app.ts';
import { type Answer, send } from '../helpers/client.ts';

/** Anybody's wallet on the chain, and another one. */
export const ADDRESS = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
export const OTHER_ADDRESS = 'cGfHiC6Kgg3FpFZvgwGcswsCRtp4aBP2fzuXRQPizuN';

// biome-ignore lint/suspicious/noExplicitAny: the data of any operation.
type Data = any;

/** A user with a session that may call `/graphql`. */
export interface Person extends TestUser {
  readonly token: string;
  /** The whole answer of an operation. */
  ask(query: string, variables?: object, headers?: Record<string, string>): Promise<Answer>;
  /** The data of an operation that must succeed. */
  run(query: string, variables?: object, headers?: Record<string, string>): Promise<Data>;
  /** The code of the one error of an operation. */
  refused(query: string, variables?: object): Promise<string>;
}

/** A request to `/graphql`. */
export const askGraphQl = (
  origin: string,
  token: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  send(origin, {
    method: 'POST',
    path: '/graphql',
    ...(token === undefined ? {} : { token }),
    body,
    headers,
  });

export async function person(app: TestApp, name: string, depositUsd = '1000'): Promise<Person> {
  const user = await app.user(name, { depositUsd });
  const { token } = await app.sandbox('POST', '/sessions', { userId: user.userId });
  return signedIn(app, user, token);
}

/** The same person at another process, or with another session. */
export function signedIn(app: TestApp, user: Parameters<TestApp['at']>[0], token: string): Person {
  const ask: Person['ask'] = (query, variables = {}, headers) =>
    askGraphQl(app.origin, token, { query, variables }, headers);
  return {
    ...app.at(user),
    token,
    ask,
    async run(query, variables, headers) {
      const { status, body } = await ask(query, variables, headers);
      if (status !== 200 || body.errors) throw new Error(JSON.stringify(body));
      return body.data;
    },
    async refused(query, variables) {
      const { body } = await ask(query, variables);
      if (body.errors?.length !== 1) throw new Error(`not refused: ${JSON.stringify(body)}`);
      return body.errors[0].extensions.code;
    },
  };
}

/** An authenticator that is enrolled: a code that fits now and has not been used. */
export interface Authenticator {
  readonly code: () => string;
  /** Lets the code of this moment work again, as if half a minute had passed. */
  readonly renew: () => Promise<void>;
}

export async function enrol(app: TestApp, who: Person): Promise<Authenticator> {
  const { beginTotp } = await who.run('mutation { beginTotp { secret uri recoveryCodes } }');
  const totp = new TOTP({ secret: Secret.fromBase32(beginTotp.secret) });
  const code = (): string => totp.generate();
  const renew = async (): Promise<void> => {
    const forget = 'delete from totp_step where user_id = $1';
    await app.app.services.database.withClient((client) => client.query(forget, [who.userId]));
  };
  await who.run('mutation ($c: String!) { confirmTotp(code: $c) { totpEnabled } }', { c: code() });
  await renew();
  return { code, renew };
}

const FIELDS = 'id address amountUsd status availableAt txSignature createdAt updatedAt cursor';
export const WITHDRAW = `mutation ($address: String!, $amountUsd: String!, $totp: String!) {
  withdraw(address: $address, amountUsd: $amountUsd, totp: $totp) { ${FIELDS} } }`;
export const CANCEL = `mutation ($id: ID!) { cancelWithdrawal(id: $id) { ${FIELDS} } }`;
export const LIST = `query ($cursor: String, $limit: Int) {
  withdrawals(cursor: $cursor, limit: $limit) { ${FIELDS} } }`;

/** Withdraws with a fresh code. */
export async function withdrawFor(
  who: Person,
  authenticator: Authenticator,
  amountUsd: string,
  address = ADDRESS,
): Promise<Data> {
  await authenticator.renew();
  const wish = { address, amountUsd, totp: authenticator.code() };
  return (await who.run(WITHDRAW, wish)).withdraw;
}
