import type { Usdc } from '../money/fixed.ts';
import type { Variable } from './config/row.ts';
import { type Values, variables } from './config/variables.ts';

export { configHelp, configReference } from './config/reference.ts';

export type Vertical = 'spot' | 'stocks' | 'predictions' | 'perps';
export type TradingMode = 'enabled' | 'reduce-only' | 'halted';

/** In which countries (ISO 3166-1) a vertical is barred; blocked wins over close-only. */
export interface GeoRule {
  readonly blocked: readonly string[];
  readonly closeOnly: readonly string[];
}

/** The OpenID Connect issuer whose tokens are accepted. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly audience: string;
  /** Null: a public client. */
  readonly clientSecret: string | null;
  /** What is asked for at a sign-in, `openid` among it. */
  readonly scope: string;
  /** How people call it. */
  readonly name: string;
  /** Null: found by discovery. */
  readonly jwksUrl: string | null;
}

/** The configuration of one process, read once at its start (contract 12 and 17). */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute path. */
  readonly dataDir: string;
  /** Null: the embedded database. */
  readonly databaseUrl: string | null;
  /** Reserved; nothing reads it yet. */
  readonly redisUrl: string | null;
  readonly mode: 'paper' | 'live';
  readonly sandbox: boolean;
  /** Null: generated at the first start. */
  readonly sandboxToken: string | null;
  readonly demo: boolean;
  /** Origin without a trailing slash. With port 0 and no setting it names port 0. */
  readonly publicUrl: string;
  readonly paperDeposit: Usdc;
  readonly withdrawalDailyLimit: Usdc;
  readonly withdrawalDelayMs: number;
  readonly trading: Readonly<Record<Vertical, TradingMode>>;
  readonly orderWaitMs: number;
  readonly spotFeeBps: number;
  /** Absolute path of a recording; null: the bundled model. */
  readonly marketDataDir: string | null;
  readonly replayStartMs: number | null;
  readonly replaySpeed: number;
  readonly geo: Readonly<Record<Vertical, GeoRule>>;
  readonly geoStrict: boolean;
  /** Lower case. */
  readonly countryHeader: string | null;
  /** Addresses and CIDR networks. */
  readonly trustedProxies: readonly string[];
  readonly corsOrigins: readonly string[];
  /** Hosts in small letters that webhooks may call wherever they are. */
  readonly webhookAllow: readonly string[];
  /** Seals secrets of sign-in; null: one that is kept in the database. */
  readonly authSecret: string | null;
  /** Null: only the embedded identity provider. */
  readonly oidc: OidcConfig | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly logLevel: Values['logLevel'];
  readonly failpoints: readonly string[];
}

/** The start is refused; `problems` holds one sentence for each thing that is wrong. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((text) => `  - ${text}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Names that begin with SKEIN_ and belong to tests or tools, not to the service. */
const tolerated = new Set(['SKEIN_SHARED_DATA']);
const SHOWN_VALUE_CHARACTERS = 80;

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether the arguments ask for the help text instead of a start. */
export const wantsHelp = (argv: readonly string[]): boolean =>
  argv.includes('--help') || argv.includes('-h');

/**
 * Reads the configuration from environment variables and the arguments after the script name.
 * Throws ConfigError naming every unknown or malformed value; values of secrets are never named.
 */
export function loadConfig(env: Environment, argv: readonly string[] = []): Config {
  const problems: string[] = [];
  for (const argument of argv) {
    if (argument === '--help' || argument === '-h') continue;
    problems.push(`Argument ${quote(argument)} is unknown; allowed: --help`);
  }
  const rows: readonly Variable<unknown>[] = Object.values(variables);
  const known = new Set(rows.map((row) => row.name));
  for (const name of Object.keys(env)) {
    if (!name.startsWith('SKEIN_') || known.has(name) || tolerated.has(name)) continue;
    problems.push(`${name} is unknown; \`npm start -- --help\` lists every variable`);
  }
  const values: Record<string, unknown> = {};
  for (const [key, row] of Object.entries<Variable<unknown>>(variables)) {
    values[key] = readVariable(row, env[row.name], problems);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  // The loop above filled every key of the table with the value of its own parser.
  const config = compose(values as Values);
  refuseMode(config, env);
  return config;
}

function readVariable(row: Variable<unknown>, given: string | undefined, problems: string[]) {
  const text = given ?? row.fallback;
  if (text === null) return null;
  const value = row.parser.parse(text);
  // An empty list is a value; anything else that is empty was probably meant to be set.
  const empty = text.trim() === '' && !Array.isArray(value);
  if (value !== undefined && !empty) return value;
  const shown = empty ? 'is empty' : row.secret ? 'is malformed' : `is ${quote(text)}`;
  problems.push(`${row.name} ${shown}; allowed: ${row.parser.allowed.replaceAll('`', '')}`);
  return undefined;
}

function quote(text: string): string {
  const long = text.length > SHOWN_VALUE_CHARACTERS;
  return JSON.stringify(long ? `${text.slice(0, SHOWN_VALUE_CHARACTERS)}…` : text);
}

function compose(values: Values): Config {
  const { sandbox, publicUrl } = values;
  return Object.freeze({
    port: values.port,
    host: values.host,
    dataDir: values.dataDir,
    databaseUrl: values.databaseUrl,
    redisUrl: values.redisUrl,
    mode: values.mode,
    sandbox: sandbox ?? values.mode === 'paper',
    sandboxToken: values.sandboxToken,
    demo: values.demo,
    publicUrl: publicUrl ?? `http://localhost:${values.port}`,
    paperDeposit: values.paperDeposit,
    withdrawalDailyLimit: values.withdrawalDailyLimit,
    withdrawalDelayMs: values.withdrawalDelayMs,
    trading: Object.freeze({
      spot: values.tradingSpot,
      stocks: values.tradingStocks,
      predictions: values.tradingPredictions,
      perps: values.tradingPerps,
    }),
    orderWaitMs: values.orderWaitMs,
    spotFeeBps: values.spotFeeBps,
    marketDataDir: values.marketDataDir,
    replayStartMs: values.replayStartMs,
    replaySpeed: values.replaySpeed,
    geo: Object.freeze({
      spot: geoRule(values.geoSpotBlocked, values.geoSpotCloseOnly),
      stocks: geoRule(values.geoStocksBlocked, values.geoStocksCloseOnly),
      predictions: geoRule(values.geoPredictionsBlocked, values.geoPredictionsCloseOnly),
      perps: geoRule(values.geoPerpsBlocked, values.geoPerpsCloseOnly),
    }),
    geoStrict: values.geoStrict,
    countryHeader: values.countryHeader,
    trustedProxies: values.trustedProxies,
    corsOrigins: values.corsOrigins,
    webhookAllow: values.webhookAllow,
    authSecret: values.authSecret,
    oidc: oidcOf(values),
    smtpUrl: values.smtpUrl,
    mailFrom: values.mailFrom,
    logLevel: values.logLevel,
    failpoints: values.failpoints,
  });
}

const geoRule = (blocked: readonly string[], closeOnly: readonly string[]): GeoRule =>
  Object.freeze({ blocked, closeOnly });

function oidcOf(values: Values): OidcConfig | null {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcScope, oidcName } = values;
  if (oidcIssuer === null) return null;
  if (oidcClientId === null) {
    throw new ConfigError(['SKEIN_OIDC_CLIENT_ID is not set; SKEIN_OIDC_ISSUER needs it']);
  }
  return Object.freeze({
    issuer: oidcIssuer,
    clientId: oidcClientId,
    audience: values.oidcAudience ?? oidcClientId,
    clientSecret: oidcClientSecret,
    scope: oidcScope,
    name: oidcName ?? new URL(oidcIssuer).host,
    jwksUrl: values.oidcJwksUrl,
  });
}

function refuseMode(config: Config, env: Environment): void {
  if (config.mode === 'paper') return;
  const problems = [
    'SKEIN_MODE is "live"; allowed: paper. No live venue is configured in this version, so a ' +
      'live account could not trade',
  ];
  if (env.SKEIN_SANDBOX === '1') {
    problems.push(
      'SKEIN_SANDBOX is "1"; allowed with SKEIN_MODE=live: 0. The sandbox moves prices',
    );
  }
  if (config.failpoints.length > 0) {
    problems.push('SKEIN_FAILPOINTS is set; it is not allowed with SKEIN_MODE=live');
  }
  throw new ConfigError(problems);
}
