import { invalid } from '../../errors/app-error.ts';
import { MAX_LEDGER_UNITS, pow10, type Ratio, ratio, type Usdc, usdc } from '../../money/fixed.ts';
import { dollars, formatUsdc, parseFixed, parseUsdc } from '../../money/text.ts';
import type { NewGroup } from './create-group.ts';
import type { AcceptedFees } from './group-fee.ts';
import { FOLLOWED_VERTICALS } from './member-object.ts';
import type { AutoBuySwitch, FollowSettings } from './set-auto-buy.ts';
import type { AccessType, FollowedVertical, MemberType, Period } from './tables.ts';

/** Longest name and description of a group, in characters (contract 9). */
export const NAME_CHARACTERS = 60;
export const DESCRIPTION_CHARACTERS = 500;
/** Longest address of an image. */
export const URL_CHARACTERS = 2_048;
/** Highest joining or subscription fee. */
const MAX_FEE_USD = '1000000';

const ONE_DOLLAR = dollars('1');
const MAX_FEE = dollars(MAX_FEE_USD);
const ONE = ratio(pow10(18));

export interface NewGroupBody {
  readonly name: string;
  readonly description?: string;
  readonly image?: string;
  readonly header?: string;
  readonly joiningFee?: string;
  readonly subscriptionFee?: string;
  readonly subscriptionPeriod?: Period;
  readonly groupAccessType?: AccessType;
  readonly defaultMemberType?: MemberType;
}

/** A change of a group's settings; what is absent stays. */
export type GroupChange = Partial<NewGroup & { readonly isActive: boolean }>;

export type GroupChangeBody = Partial<NewGroupBody & { readonly isActive: boolean }>;

/** Completes the body of a new group with its defaults; VALIDATION_FAILED naming every problem. */
export const newGroupOf = ({ name, ...body }: NewGroupBody): NewGroup => ({
  name,
  description: '',
  image: '',
  header: '',
  joiningFee: usdc(0n),
  subscriptionFee: usdc(0n),
  subscriptionPeriod: 'MONTHLY',
  accessType: 'PRIVATE',
  defaultMemberType: 'MEMBER',
  ...groupChangeOf({ name, ...body }),
});

/** The settings of a body by the same rules; VALIDATION_FAILED naming every problem. */
export function groupChangeOf(body: GroupChangeBody): GroupChange {
  const problems: string[] = [];
  const text = (field: string, value: string, most: number): string => {
    if ([...value].length > most) problems.push(`${field} must be at most ${most} characters`);
    if (value.includes('\0')) problems.push(`${field} must not hold a zero character`);
    return value;
  };
  if (body.name?.trim() === '') problems.push('name must not be blank');
  const url = (field: string, value: string): string => {
    if (value !== '' && !isHttpsUrl(value)) problems.push(`${field} must be an https URL`);
    return text(field, value, URL_CHARACTERS);
  };
  const fee = (field: string, value: string): Usdc => {
    const amount = parseUsdc(value);
    const whole = amount !== null && amount % ONE_DOLLAR === 0n;
    if (whole && amount >= 0n && amount <= MAX_FEE) return amount;
    problems.push(`${field} must be whole dollars from 0 to ${MAX_FEE_USD}, as a decimal string`);
    return usdc(0n);
  };
  const { name, description, image, header, joiningFee, subscriptionFee } = body;
  const change = given({
    name: name === undefined ? name : text('name', name, NAME_CHARACTERS),
    description:
      description === undefined
        ? description
        : text('description', description, DESCRIPTION_CHARACTERS),
    image: image === undefined ? image : url('image', image),
    header: header === undefined ? header : url('header', header),
    joiningFee: joiningFee === undefined ? joiningFee : fee('joiningFee', joiningFee),
    subscriptionFee:
      subscriptionFee === undefined ? subscriptionFee : fee('subscriptionFee', subscriptionFee),
    subscriptionPeriod: body.subscriptionPeriod,
    accessType: body.groupAccessType,
    defaultMemberType: body.defaultMemberType,
    isActive: body.isActive,
  });
  if (problems.length > 0) throw invalid(...problems);
  return change;
}

type Given<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** The fields that are not undefined. */
const given = <Fields extends object>(fields: Fields): Given<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<Fields>;

const isHttpsUrl = (text: string): boolean =>
  URL.canParse(text) && /^https:\/\/[^\s]+$/i.test(text) && new URL(text).hostname !== '';

export interface AcceptFeesBody {
  readonly joiningFee: string;
  readonly subscriptionFee: string;
  readonly subscriptionPeriod: Period;
}

/** The fees of a body; null when there are none. VALIDATION_FAILED for text that is no amount. */
export function acceptedFeesOf(body: AcceptFeesBody | undefined): AcceptedFees | null {
  if (body === undefined) return null;
  return {
    joiningFee: amountOf('acceptFees.joiningFee', body.joiningFee),
    subscriptionFee: amountOf('acceptFees.subscriptionFee', body.subscriptionFee),
    subscriptionPeriod: body.subscriptionPeriod,
  };
}

export interface AutoBuyBody {
  readonly enabled: boolean;
  readonly amountUsd?: string | null;
  readonly mirrorExits?: boolean;
  readonly verticals?: readonly FollowedVertical[];
  readonly maxLeverage?: string | null;
  readonly dailyLimitUsd?: string | null;
}

/**
 * The switch of a body. VALIDATION_FAILED: switched on without an amount above 0, an empty list of
 * verticals (which would otherwise come to mean all), maxLeverage below 1, malformed decimals.
 */
export function autoBuyOf(body: AutoBuyBody): AutoBuySwitch {
  const given: Partial<FollowSettings> = {
    ...(body.mirrorExits === undefined ? {} : { mirrorExits: body.mirrorExits }),
    ...(body.verticals === undefined ? {} : { verticals: verticalsColumn(body.verticals) }),
    ...(body.maxLeverage === undefined ? {} : { maxLeverage: leverageOf(body.maxLeverage) }),
    ...(body.dailyLimitUsd === undefined
      ? {}
      : {
          dailyLimit:
            body.dailyLimitUsd === null ? null : amountOf('dailyLimitUsd', body.dailyLimitUsd),
        }),
  };
  const amountUsd = body.amountUsd ?? null;
  const amount = amountUsd === null ? null : amountOf('amountUsd', amountUsd);
  if (!body.enabled) return { enabled: false, amount, settings: given };
  if (amount === null) throw invalid('amountUsd is required when enabled is true');
  if (amount === 0n) throw invalid('amountUsd must be above 0');
  const defaults = { mirrorExits: false, verticals: '', maxLeverage: null, dailyLimit: null };
  return { enabled: true, amount, settings: { ...defaults, ...given } };
}

function verticalsColumn(verticals: readonly FollowedVertical[]): string {
  const chosen = FOLLOWED_VERTICALS.filter((vertical) => verticals.includes(vertical));
  if (chosen.length === 0 || verticals.some((vertical) => !FOLLOWED_VERTICALS.includes(vertical))) {
    throw invalid(`verticals must name at least one of ${FOLLOWED_VERTICALS.join(', ')}`);
  }
  return chosen.length === FOLLOWED_VERTICALS.length ? '' : chosen.join(',');
}

function leverageOf(text: string | null): Ratio | null {
  if (text === null) return null;
  const leverage = parseFixed(text, 18);
  if (leverage !== null && leverage >= ONE) return ratio(leverage);
  throw invalid('maxLeverage must be a plain decimal string of at least 1');
}

function amountOf(field: string, text: string): Usdc {
  const amount = parseUsdc(text);
  if (amount !== null && amount >= 0n && amount <= MAX_LEDGER_UNITS) return amount;
  const most = formatUsdc(usdc(MAX_LEDGER_UNITS));
  throw invalid(`${field} must be a decimal string of at most 6 decimals from 0 to ${most}`);
}
