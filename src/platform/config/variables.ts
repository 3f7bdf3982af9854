import {
  anyText,
  bearerToken,
  country,
  databaseUrl,
  directory,
  factor,
  failpointName,
  flag,
  headerName,
  host,
  instant,
  listOf,
  network,
  oneOf,
  origin,
  usdcAmount,
  webhookHost,
  wholeNumber,
} from './parsers.ts';
import { always, optional, type Variable } from './row.ts';
import { signInVariables } from './sign-in-variables.ts';

const trading = (vertical: string) =>
  always({
    name: `SKEIN_TRADING_${vertical}`,
    fallback: 'enabled',
    meaning: `Kill switch of ${vertical.toLowerCase()}: \`reduce-only\` refuses openings, \`halted\` refuses all orders.`,
    parser: oneOf('enabled', 'reduce-only', 'halted'),
  });

const blocked = (vertical: string, fallback: string) =>
  always({
    name: `SKEIN_GEO_${vertical}_BLOCKED`,
    fallback,
    meaning: `Countries in which ${vertical.toLowerCase()} may not be traded. Wins over CLOSE_ONLY.`,
    parser: listOf(country),
  });

const closeOnly = (vertical: string, fallback: string) =>
  always({
    name: `SKEIN_GEO_${vertical}_CLOSE_ONLY`,
    fallback,
    meaning: `Countries in which positions in ${vertical.toLowerCase()} may only be reduced or closed.`,
    parser: listOf(country),
  });

const PREDICTIONS_CLOSE_ONLY =
  'AU,BY,BE,BI,BR,CF,CD,ET,FR,DE,IQ,IT,LB,LY,MM,NZ,NI,PL,RU,SG,SO,SS,SD,TW,TH,GB,US,UM,VE,YE,ZW';

/** Every environment variable of the service, in the order of the documentation (contract 12, 17). */
export const variables = {
  port: always({
    name: 'PORT',
    fallback: '3000',
    meaning: 'The one port of the API and its reference page; `0` takes any free port.',
    parser: wholeNumber(0, 65_535),
  }),
  host: always({
    name: 'HOST',
    fallback: '127.0.0.1',
    meaning: 'Address to listen on.',
    parser: host,
  }),
  dataDir: always({
    name: 'SKEIN_DATA_DIR',
    fallback: './.skein',
    meaning: 'Directory of the embedded database, of secrets (mode 0600) and recorded markets.',
    parser: directory,
  }),
  databaseUrl: optional({
    name: 'DATABASE_URL',
    fallbackNote: 'the embedded database',
    meaning: 'Postgres (15 or newer) to use instead of the embedded one.',
    parser: databaseUrl,
    secret: true,
  }),
  redisUrl: optional({
    name: 'REDIS_URL',
    meaning: 'Reserved: accepted, but this version does not use Redis.',
    parser: anyText,
    secret: true,
  }),
  mode: always({
    name: 'SKEIN_MODE',
    fallback: 'paper',
    meaning:
      'Which kind of account is made here; stamped on each account when it is created, never ' +
      'changed. `live` is refused: no live venue is configured in this version.',
    parser: oneOf('paper', 'live'),
  }),
  sandbox: optional({
    name: 'SKEIN_SANDBOX',
    fallbackNote: '`1` in paper mode, always `0` in live mode',
    meaning: 'Whether the sandbox control under `/sandbox/v1` exists.',
    parser: flag,
  }),
  sandboxToken: optional({
    name: 'SKEIN_SANDBOX_TOKEN',
    fallbackNote: 'generated, printed and kept in the data directory',
    meaning: 'Fixes the Bearer token of the sandbox control.',
    parser: bearerToken,
    secret: true,
  }),
  demo: always({
    name: 'SKEIN_DEMO',
    fallback: '1',
    meaning: '`0` starts empty, without the demo group.',
    parser: flag,
  }),
  publicUrl: optional({
    name: 'SKEIN_PUBLIC_URL',
    fallbackNote: '`http://localhost:PORT`',
    meaning:
      'Origin under which people reach the service: console, passkeys, redirects, token issuer.',
    parser: origin,
  }),
  paperDeposit: always({
    name: 'SKEIN_PAPER_DEPOSIT_USD',
    fallback: '10000',
    meaning: 'What a new sign-up starts with in paper mode.',
    parser: usdcAmount,
  }),
  withdrawalDailyLimit: always({
    name: 'SKEIN_WITHDRAWAL_DAILY_LIMIT_USD',
    fallback: '10000',
    meaning: 'Most that a user may withdraw in any 24 hours.',
    parser: usdcAmount,
  }),
  withdrawalDelayMs: always({
    name: 'SKEIN_WITHDRAWAL_DELAY_MS',
    fallback: '86400000',
    meaning: 'How long the first withdrawal to an address waits, in milliseconds.',
    parser: wholeNumber(0, 1_209_600_000),
  }),
  tradingSpot: trading('SPOT'),
  tradingStocks: trading('STOCKS'),
  tradingPredictions: trading('PREDICTIONS'),
  tradingPerps: trading('PERPS'),
  orderWaitMs: always({
    name: 'SKEIN_ORDER_WAIT_MS',
    fallback: '10000',
    meaning: 'How long an order waits for its venue before it answers 202, in milliseconds.',
    parser: wholeNumber(0, 20_000),
  }),
  spotFeeBps: always({
    name: 'SKEIN_SPOT_FEE_BPS',
    fallback: '50',
    meaning: 'Platform fee of spot and stock trades, in hundredths of a percent.',
    parser: wholeNumber(0, 1_000),
  }),
  marketDataDir: optional({
    name: 'SKEIN_MARKET_DATA',
    fallbackNote: 'the bundled market model',
    meaning: 'Directory of recorded market data to replay instead of the model.',
    parser: directory,
  }),
  replayStartMs: optional({
    name: 'SKEIN_REPLAY_START',
    fallbackNote: 'the beginning of the recording',
    meaning: 'Where in the recording to begin.',
    parser: instant,
  }),
  replaySpeed: always({
    name: 'SKEIN_REPLAY_SPEED',
    fallback: '1',
    meaning: 'Recorded seconds that are replayed in one second.',
    parser: factor(100_000),
  }),
  geoSpotBlocked: blocked('SPOT', ''),
  geoSpotCloseOnly: closeOnly('SPOT', ''),
  geoStocksBlocked: blocked('STOCKS', 'US'),
  geoStocksCloseOnly: closeOnly('STOCKS', ''),
  geoPredictionsBlocked: blocked('PREDICTIONS', 'IR,SY,CU,KP'),
  geoPredictionsCloseOnly: closeOnly('PREDICTIONS', PREDICTIONS_CLOSE_ONLY),
  geoPerpsBlocked: blocked('PERPS', 'US,IR,SY,CU,KP'),
  geoPerpsCloseOnly: closeOnly('PERPS', ''),
  geoStrict: always({
    name: 'SKEIN_GEO_STRICT',
    fallback: '0',
    meaning: '`1` treats an unknown country as blocked everywhere; `0` as allowed.',
    parser: flag,
  }),
  countryHeader: optional({
    name: 'SKEIN_COUNTRY_HEADER',
    meaning: 'Header with the country of the caller; believed only from SKEIN_TRUSTED_PROXIES.',
    parser: headerName,
  }),
  trustedProxies: always({
    name: 'SKEIN_TRUSTED_PROXIES',
    fallback: '',
    meaning: 'Peers whose forwarding and country headers are believed.',
    parser: listOf(network),
  }),
  corsOrigins: always({
    name: 'SKEIN_CORS_ORIGINS',
    fallback: '',
    meaning: 'Origins of web pages that may call the API from a browser; empty switches CORS off.',
    parser: listOf(origin),
  }),
  webhookAllow: always({
    name: 'SKEIN_WEBHOOK_ALLOW',
    fallback: '',
    meaning:
      'Hosts that webhooks of external agents may call although their address is private or ' +
      'loopback, also over http; all others must be public and https.',
    parser: listOf(webhookHost),
  }),
  ...signInVariables,
  logLevel: always({
    name: 'SKEIN_LOG_LEVEL',
    fallback: 'info',
    meaning: 'Least severe level that is logged.',
    parser: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  }),
  failpoints: always({
    name: 'SKEIN_FAILPOINTS',
    fallback: '',
    meaning:
      'For tests only, refused in live mode: named points at which the process kills itself.',
    parser: listOf(failpointName),
  }),
} as const;

type Table = typeof variables;

/** The value of each row, before rows are put together to the configuration. */
export type Values = { -readonly [Key in keyof Table]: ValueOf<Table[Key]> };
type ValueOf<Row> = Row extends Variable<infer Value> ? Value : never;
