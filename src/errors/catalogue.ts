/** How a code answers on the wire; the one table behind errors, docs and `/error-codes.json`. */
export interface ErrorEntry {
  readonly httpStatus: number;
  /** True only if re-sending the identical request is safe and may help. */
  readonly retryable: boolean;
  readonly description: string;
}

const define = <Code extends string>(table: Record<Code, ErrorEntry>): Record<Code, ErrorEntry> =>
  table;

/** Codes of refused requests (contract 2). */
export const errorCatalogue = define({
  VALIDATION_FAILED: {
    httpStatus: 400,
    retryable: false,
    description:
      'The body, query or headers do not fit; `message` lists the problems, each naming its field.',
  },
  UNAUTHORIZED: {
    httpStatus: 401,
    retryable: false,
    description:
      'The Authorization header is missing or malformed, the key or session is unknown, revoked or expired, or a sign-in failed.',
  },
  FORBIDDEN: {
    httpStatus: 403,
    retryable: false,
    description:
      "An API key may not do this; it needs an interactive in-app session or another person's rights.",
  },
  SCOPE_REQUIRED: {
    httpStatus: 403,
    retryable: false,
    description: 'The key lacks the scope named in `details.scope`.',
  },
  NOT_GROUP_MEMBER: {
    httpStatus: 403,
    retryable: false,
    description: 'The caller is not a member of the group, or there is no such group.',
  },
  LEADER_REQUIRED: {
    httpStatus: 403,
    retryable: false,
    description: 'Only a leader of the group may do this.',
  },
  ADMIN_REQUIRED: {
    httpStatus: 403,
    retryable: false,
    description: 'Only an admin of the group may do this.',
  },
  CREATOR_REQUIRED: {
    httpStatus: 403,
    retryable: false,
    description: 'Only the creator of the proposal may do this.',
  },
  GEO_RESTRICTED: {
    httpStatus: 403,
    retryable: false,
    description: "This kind of trade is not open in the caller's region (`details.country`).",
  },
  SUBSCRIPTION_REQUIRED: {
    httpStatus: 403,
    retryable: false,
    description: 'The membership is suspended because a subscription is unpaid.',
  },
  NOT_FOUND: {
    httpStatus: 404,
    retryable: false,
    description: 'No such route or resource is visible to the caller.',
  },
  METHOD_NOT_ALLOWED: {
    httpStatus: 405,
    retryable: false,
    description: 'The path exists but does not take this method.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    httpStatus: 409,
    retryable: true,
    description:
      'A request with this Idempotency-Key is still running; repeat it after `Retry-After`.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    httpStatus: 422,
    retryable: false,
    description: 'This Idempotency-Key was used before with another body.',
  },
  PAYLOAD_TOO_LARGE: {
    httpStatus: 413,
    retryable: false,
    description: 'The body is larger than 64 KiB.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    httpStatus: 415,
    retryable: false,
    description: 'Bodies are JSON (`Content-Type: application/json`).',
  },
  RATE_LIMITED: {
    httpStatus: 429,
    retryable: true,
    description:
      'Over 1,200 requests in the rolling 60 seconds of this key or session, or too many attempts to sign in.',
  },
  AMOUNT_BELOW_MINIMUM: {
    httpStatus: 400,
    retryable: false,
    description: 'The amount is below the floor in `details.minimumUsd`.',
  },
  MIN_ORDER_SIZE: {
    httpStatus: 400,
    retryable: false,
    description: "The prediction buy is below the market's dollar minimum in `details.minimumUsd`.",
  },
  POSITION_BELOW_MIN: {
    httpStatus: 400,
    retryable: false,
    description:
      'The prediction position is wholly below the venue minimum; it settles at resolution.',
  },
  INSUFFICIENT_FUNDS: {
    httpStatus: 400,
    retryable: false,
    description:
      'The wallet holds less than the order needs (`details`: required, available, currency).',
  },
  NO_POSITION: {
    httpStatus: 400,
    retryable: false,
    description: 'There is nothing to sell, reduce or claim.',
  },
  MARKET_NOT_ACTIVE: {
    httpStatus: 400,
    retryable: false,
    description:
      'The market is closed, paused, resolved or delisted (`details.marketStatus`, `details.nextOpen`).',
  },
  NO_LIQUIDITY: {
    httpStatus: 400,
    retryable: false,
    description: 'The venue cannot fill the order within its price bound.',
  },
  PRICE_UNAVAILABLE: {
    httpStatus: 503,
    retryable: true,
    description: 'There is no fresh price for the instrument at the moment.',
  },
  TOKEN_NOT_FOUND: {
    httpStatus: 404,
    retryable: false,
    description: 'No such token.',
  },
  STOCK_NOT_FOUND: {
    httpStatus: 404,
    retryable: false,
    description: 'No such tokenized stock.',
  },
  EVENT_NOT_FOUND: {
    httpStatus: 404,
    retryable: false,
    description: 'No such prediction event.',
  },
  MARKET_NOT_FOUND: {
    httpStatus: 404,
    retryable: false,
    description: 'No such market.',
  },
  DUPLICATE_PROPOSAL: {
    httpStatus: 400,
    retryable: false,
    description: 'The group already has an open proposal for this (`details.proposalId`).',
  },
  PROPOSAL_CLOSED: {
    httpStatus: 400,
    retryable: false,
    description: 'The proposal takes no more entries.',
  },
  PROPOSAL_PENDING: {
    httpStatus: 400,
    retryable: false,
    description: 'The opening buy of the proposal is still settling.',
  },
  LEVERAGE_OUT_OF_RANGE: {
    httpStatus: 400,
    retryable: false,
    description: 'The leverage is above `details.maxLeverage` or below 1.',
  },
  REDUCE_TOO_SMALL: {
    httpStatus: 400,
    retryable: false,
    description: 'The fraction rounds to zero lots.',
  },
  NOT_CLAIMABLE: {
    httpStatus: 400,
    retryable: false,
    description: 'There is nothing to claim, or it was claimed already.',
  },
  ALREADY_MEMBER: {
    httpStatus: 400,
    retryable: false,
    description: 'The caller is already a member of the group.',
  },
  INVITE_INVALID: {
    httpStatus: 400,
    retryable: false,
    description: 'The invite code is unknown or no longer valid.',
  },
  JOIN_REQUEST_PENDING: {
    httpStatus: 400,
    retryable: false,
    description: 'A join request of the caller is already waiting.',
  },
  LAST_ADMIN: {
    httpStatus: 400,
    retryable: false,
    description: 'The last admin of a group cannot leave or step down.',
  },
  ACCOUNT_NOT_EMPTY: {
    httpStatus: 400,
    retryable: false,
    description:
      'The account cannot be deleted while it has money, positions, orders or withdrawals under way; `details` counts them.',
  },
  FEES_CHANGED: {
    httpStatus: 400,
    retryable: false,
    description: "The fees accepted are not the group's current fees.",
  },
  POSITION_LIMIT: {
    httpStatus: 400,
    retryable: false,
    description: 'All 100 perp subaccounts of the user are in use.',
  },
  SECOND_FACTOR_REQUIRED: {
    httpStatus: 403,
    retryable: false,
    description: 'This action needs a second factor.',
  },
  SECOND_FACTOR_INVALID: {
    httpStatus: 403,
    retryable: false,
    description: 'The second factor is wrong or was used before.',
  },
  WITHDRAWAL_LIMIT: {
    httpStatus: 400,
    retryable: false,
    description: 'The daily withdrawal limit is reached.',
  },
  ADDRESS_INVALID: {
    httpStatus: 400,
    retryable: false,
    description: 'The address is not a valid destination.',
  },
  FUNDING_REFUNDED: {
    httpStatus: 400,
    retryable: false,
    description:
      'The order failed after the funds had left for the venue; they are back in the wallet.',
  },
  ORDER_REJECTED: {
    httpStatus: 400,
    retryable: false,
    description: 'The venue refused the order (`details.reason`); nothing moved.',
  },
  TRADING_HALTED: {
    httpStatus: 503,
    retryable: true,
    description: 'The operator has halted this kind of trade (`details.mode`).',
  },
  VENUE_UNAVAILABLE: {
    httpStatus: 503,
    retryable: true,
    description: 'The venue cannot be reached; nothing moved.',
  },
  OVERLOADED: {
    httpStatus: 503,
    retryable: true,
    description: 'The service sheds load; nothing was done, try again after `Retry-After`.',
  },
  INTERNAL: {
    httpStatus: 500,
    retryable: false,
    description: 'An internal error; `errorId` is in the log.',
  },
});

export type ErrorCode = keyof typeof errorCatalogue;

/** Codes of follows that were skipped (contract 9), with what happened. */
export const skipCatalogue = {
  LEFT_GROUP: 'The member had left the group.',
  DISABLED: 'The member had switched auto-buy off.',
  SUBSCRIPTION_REQUIRED: 'The membership was suspended for an unpaid subscription.',
  VERTICAL_OFF: 'The member does not follow this kind of trade.',
  GEO_RESTRICTED: "This kind of trade is not open in the member's region.",
  PROPOSAL_CLOSED: 'The proposal was closed before the follow could be made.',
  TRADING_HALTED: 'The operator had halted this kind of trade.',
  MARKET_NOT_ACTIVE: 'The market was not open.',
  BELOW_MINIMUM: 'The follow amount is below the floor of a manual trade.',
  DAILY_LIMIT: "The member's daily limit for follows was reached.",
  POSITION_LIMIT: 'All 100 perp subaccounts of the member were in use.',
  INSUFFICIENT_FUNDS: "The member's wallet held less than the follow amount.",
  PRICE_MOVED: 'The price had moved further against the member than the guard allows.',
  NO_LIQUIDITY: 'The venue could not fill the follow within its price bound.',
  EXPIRED: 'The deadline of the follow passed before it could be made.',
  POSITION_TOUCHED: 'The member had traded this position by hand; the exit was left to the member.',
} as const;

export type SkipCode = keyof typeof skipCatalogue;

/** Codes of the event streams (contract 18.32). */
export const streamCatalogue = {
  STREAM_RESET: 'The instant asked for is older than the events kept; read the present state anew.',
} as const;
