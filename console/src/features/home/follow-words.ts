/** Why a follow was skipped, for people; by the codes of the service. */
const reasons: Readonly<Record<string, string>> = {
  LEFT_GROUP: 'You had left the group.',
  DISABLED: 'Auto-buy was off.',
  SUBSCRIPTION_REQUIRED: 'The subscription of the group was unpaid.',
  VERTICAL_OFF: 'You do not follow this kind of market.',
  GEO_RESTRICTED: 'This market may not be traded from where you were.',
  PROPOSAL_CLOSED: 'The call was closed before your order.',
  TRADING_HALTED: 'Trading was paused by the operator.',
  MARKET_NOT_ACTIVE: 'The market was not open.',
  BELOW_MINIMUM: 'Your auto-buy amount is below the minimum of this market.',
  DAILY_LIMIT: 'Your daily limit for auto-buy was used up.',
  POSITION_LIMIT: 'You hold the most perpetual positions allowed.',
  INSUFFICIENT_FUNDS: 'Your wallet had too little USDC.',
  PRICE_MOVED: "The price had moved too far from the leader's.",
  NO_LIQUIDITY: 'The book could not fill the order.',
  EXPIRED: 'It could not be filled within a minute.',
};

/** What became of a follow, in one sentence. */
export function followSentence(follow: {
  status: string;
  code?: string | undefined;
  message?: string | undefined;
}): string {
  switch (follow.status) {
    case 'FILLED':
      return "Copied the leader's trade.";
    case 'QUEUED':
      return 'Waiting for its turn.';
    case 'UNKNOWN':
      return 'The venue has not answered yet; the money is held.';
    default:
      return reasons[follow.code ?? ''] ?? follow.message ?? 'It did not go through.';
  }
}
