// Generated from openapi.json by scripts/console-types.mjs. Do not change it by hand.

export interface ErrorBody { statusCode: number; error: string; code: "VALIDATION_FAILED" | "UNAUTHORIZED" | "FORBIDDEN" | "SCOPE_REQUIRED" | "NOT_GROUP_MEMBER" | "LEADER_REQUIRED" | "ADMIN_REQUIRED" | "CREATOR_REQUIRED" | "GEO_RESTRICTED" | "SUBSCRIPTION_REQUIRED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "IDEMPOTENCY_IN_PROGRESS" | "IDEMPOTENCY_KEY_REUSED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "AMOUNT_BELOW_MINIMUM" | "MIN_ORDER_SIZE" | "POSITION_BELOW_MIN" | "INSUFFICIENT_FUNDS" | "NO_POSITION" | "MARKET_NOT_ACTIVE" | "NO_LIQUIDITY" | "PRICE_UNAVAILABLE" | "TOKEN_NOT_FOUND" | "STOCK_NOT_FOUND" | "EVENT_NOT_FOUND" | "MARKET_NOT_FOUND" | "DUPLICATE_PROPOSAL" | "PROPOSAL_CLOSED" | "PROPOSAL_PENDING" | "LEVERAGE_OUT_OF_RANGE" | "REDUCE_TOO_SMALL" | "NOT_CLAIMABLE" | "ALREADY_MEMBER" | "INVITE_INVALID" | "JOIN_REQUEST_PENDING" | "LAST_ADMIN" | "ACCOUNT_NOT_EMPTY" | "FEES_CHANGED" | "POSITION_LIMIT" | "SECOND_FACTOR_REQUIRED" | "SECOND_FACTOR_INVALID" | "WITHDRAWAL_LIMIT" | "ADDRESS_INVALID" | "FUNDING_REFUNDED" | "ORDER_REJECTED" | "TRADING_HALTED" | "VENUE_UNAVAILABLE" | "OVERLOADED" | "INTERNAL"; message: string | string[]; retryable: boolean; details: Record<string, unknown>; errorId: string; }

export interface Identity { userId: string; authMethod: "apiKey" | "jwt"; apiKey: { id: string; label: string; prefix: string; lastUsedAt: string; expiresAt: string | null; createdAt: string; } | null; rateLimit: { limit: number; windowSeconds: number; }; username: string; avatar: string; idpId: string; scopes: ("read" | "trade:spot" | "trade:predictions" | "trade:perps" | "groups" | "chat" | "groups:pay")[]; }

export interface AccessToken { userId: string; token: string; expiresAt: string; }

export interface DepositAddress { walletAddress: string; token: string; tokenMint: string; network: string; }

export interface Account { totalValueUsd: string; cashBalanceUsd: string; spotValueUsd: string; stocksValueUsd: string; predictionsValueUsd: string; perpsValueUsd: string; reservedUsd: string; deposit: DepositAddress; }

export interface Balance { tokenAddress: string; symbol: string; name: string; decimals: number; balanceRaw: string; balance: string; availableRaw: string; priceUsd: string | null; valueUsd: string | null; }

export interface Holding { tokenAddress: string; tokenSymbol: string; tokenName: string; balance: string; value: string; price: string; chainId: string; decimals: number; currency: string; lastUpdated: string; }

export interface LedgerMovement { id: string; at: string; kind: "deposit" | "trade" | "groupFee" | "claim" | "withdrawal" | "withdrawalReturn"; amount: string; asset: string; balanceAfter: string; ref: string; }

export interface AccountEvent { seq: number; type: string; at: string; data: Record<string, unknown>; }

export interface AccountPnl { absoluteChange24h: string; percentChange24h: string; window?: "24h" | "7d" | "30d" | "all" | undefined; absoluteChange?: string | undefined; percentChange?: string | undefined; }

export interface AccountPnlPoint { at: string; valueUsd: string; pnlUsd: string; }

export interface NotificationSettings { followResults: { mail: boolean; inApp: boolean; }; calls: { mail: boolean; inApp: boolean; }; liquidations: { mail: boolean; inApp: boolean; }; security: { mail: boolean; inApp: boolean; }; digest: { mail: boolean; inApp: boolean; }; }

export interface Action { id: string; kind: string; status: "QUEUED" | "SUBMITTED" | "UNKNOWN" | "SETTLED" | "FAILED"; proposalId?: string | undefined; trade?: Record<string, unknown> | undefined; error?: { code: string; message: string; } | undefined; createdAt: string; updatedAt: string; }

export interface Token { id: string; symbol: string; name: string; logoUrl: string; decimals: number; verified: boolean; priceUsd: string | null; priceChange24hPct: string | null; volume24hUsd: string | null; liquidityUsd: string | null; tags: string[]; }

export interface Candle { t: string; open: string; high: string; low: string; close: string; volume: string; }

export interface SpotTrade { id: string; tradingProposalId: string; groupId: string; walletAddress: string; tradeType: "BUY" | "SELL"; tokenAmount: string; tokenDecimals: number; pricePerTokenUsd: string; totalCostUsd: string; svcFeeUsd: string; pnlUsd: string; pnlPct: string; txSignature: string; createdAt: string; }

export interface SpotProposal { id: string; groupId: string; tokenMetadataId: string; createdByUserIdpId: string; reason: string | null; initialPriceUsd: string | null; exitPriceUsd: string | null; exitPnlUsd: string | null; exitPnlPct: string | null; closedAt: string | null; createdAt: string; updatedAt: string; token: { id: string; contractAddress: string; symbol: string; name: string; logoUrl: string; priceFeedId: string; verified: boolean; }; group: { uniqueId: string; name: string; image: string; }; createdBy: { idpId: string; username: string; }; trades: SpotTrade[] | null; }

export interface SpotPositionSummary { hasPosition: boolean; currentTokenAmountRaw: string | null; totalCostUsd: string | null; avgEntryPriceUsd: string | null; avgExitPriceUsd: string | null; unrealizedPnlUsd: string | null; realizedPnlUsd: string | null; currentValueUsd: string | null; currentPriceUsd: string | null; unrealizedPnlPct: string | null; realizedPnlPct: string | null; userExitedAt: string | null; }

export interface SpotProposalWithPosition { proposal: SpotProposal; userPosition: SpotPositionSummary; participantCount: number | null; participantAvatars: string[]; }

export interface SpotProposalAnswer { proposal: SpotProposal | null; trade: SpotTrade | null; pending: boolean; actionJobId: string | null; }

export interface SpotTradeAnswer { trade: SpotTrade | null; pending: boolean; actionJobId: string | null; }

export interface SwapAnswer { success: boolean | null; signature: string | null; inputAmountRaw: string | null; outputAmountRaw: string | null; svcFeeUsd: string | null; pending: boolean; actionJobId: string | null; }

export interface SpotQuote { side: "BUY" | "SELL"; tokenAmount: string; pricePerTokenUsd: string; totalCostUsd: string; svcFeeUsd: string; priceImpactPct: string; minimumUsd: string; at: string; }

export interface Stock { ticker: string; name: string; mint: string; imageUrl: string; kind: "stock" | "etf"; price: string; priceChange24h: string; decimals: number; minTradeUsd: string; }

export interface StockList { marketStatus: "OPEN" | "PAUSED" | "CLOSED"; nextOpen: string | null; stocks: Stock[]; }

export interface StockWithStatus { ticker: string; name: string; mint: string; imageUrl: string; kind: "stock" | "etf"; price: string; priceChange24h: string; decimals: number; minTradeUsd: string; marketStatus: "OPEN" | "PAUSED" | "CLOSED"; nextOpen: string | null; }

export interface PredictionMarket { marketTicker: string; eventTicker: string; title: string; yesOutcomeId: string; noOutcomeId: string; status: "active" | "paused" | "closed" | "resolved"; result: "YES" | "NO" | "VOID" | null; yesPrice: string | null; noPrice: string | null; yesBid: string | null; yesAsk: string | null; noBid: string | null; noAsk: string | null; lastPrice: string | null; tickSize: string | null; minOrderSize: string; minOrderUsd: string | null; volumeUsd: string; volume24hUsd: string; liquidityUsd: string; closeTime: string | null; negRisk: boolean; feeRate: string; }

export interface PredictionEvent { ticker: string; title: string; subtitle: string | null; imageUrl: string | null; category: string; tags: { slug: string; label: string; }[]; startDate: string; endDate: string | null; closed: boolean; volumeUsd: string; volume24hUsd: string; liquidityUsd: string; markets: PredictionMarket[]; }

export interface PredictionBook { marketTicker: string; yes: { bids: { price: string; size: string; }[]; asks: { price: string; size: string; }[]; }; no: { bids: { price: string; size: string; }[]; asks: { price: string; size: string; }[]; }; tickSize: string | null; minOrderSize: string; }

export interface PredictionProposal { id: string; groupId: string; createdById: string; eventId: string; marketId: string; outcomeMint: string; eventTitle: string | null; marketTitle: string | null; eventImageUrl: string | null; isYes: boolean; status: "PENDING" | "ACTIVE" | "CLOSED" | "RESOLVED" | "FAILED"; result: "YES" | "NO" | "VOID" | null; didWin: boolean; reason: string | null; resolvedAt: string | null; createdAt: string; updatedAt: string; }

export interface PredictionPosition { tokenAmount: string; tokenDecimals: number; totalCostUsd: string; avgCostBasisUsd: string; avgExitPriceUsd: string | null; unrealizedPnlUsd: string | null; realizedPnlUsd: string; currentValueUsd: string | null; currentPriceUsd: string | null; unrealizedPnlPct: string | null; realizedPnlPct: string; }

export interface PredictionWithPosition { proposal: PredictionProposal; market: PredictionMarket | null; remainingTokenAmount: string | null; createdBy: { idpId: string; username: string; }; userPosition: PredictionPosition | null; participantCount: number; participantAvatars: string[]; }

export interface PredictionTrade { id: string; proposalId: string; groupId: string; walletAddress: string; tradeType: "BUY" | "SELL" | "CLAIM"; tokenAmount: string; tokenDecimals: number; pricePerTokenUsd: string; totalCostUsd: string; venueFeeUsd: string; pnlUsd: string; pnlPct: string; txSignature: string; createdAt: string; }

export interface PredictionProposalAnswer { proposal: PredictionProposal | null; trade: PredictionTrade | null; pending: boolean; actionJobId: string | null; }

export interface PredictionDetail { proposal: PredictionProposal; position: PredictionPosition | null; market: PredictionMarket | null; createdBy: { idpId: string; username: string; }; remainingTokenAmount: string | null; participantCount: number; }

export interface PredictionTradeAnswer { trade: PredictionTrade | null; pending: boolean; actionJobId: string | null; }

export interface PredictionClaimAnswer { trade: PredictionTrade | null; amountClaimedUsd: string; pending: boolean; actionJobId: string | null; }

export interface PredictionQuote { side: "BUY" | "SELL"; tokenAmount: string; averagePriceUsd: string; venueFeeUsd: string; totalCostUsd: string; priceImpactPct: string; minimumUsd: string; payoutUsd: string; at: string; }

export interface PerpMarket { symbol: string; assetId: number; marketPubkey: string; splinePubkey: string; baseAsset: string; name: string; logoUrl: string; priceFeedId: string; tickSize: number; baseLotsDecimals: number; takerFeeBps: string; makerFeeBps: string; leverageTiersJson: string; riskFactorsJson: string; fundingIntervalSeconds: number; fundingPeriodSeconds: number; maxFundingRatePerInterval: string; openInterestCapBaseLots: string; maxLiquidationSizeBaseLots: string; isolatedOnly: boolean; marketStatus: string; markPriceUsd: string | null; midPriceUsd: string | null; oraclePriceUsd: string | null; volume24hUsd: string | null; prevDayPriceUsd: string | null; fundingRatePercentage: string; openInterestBaseLots: string; priceChange24hPct: string | null; maxLeverage: string; }

export interface PerpCandle { t: string; open: string; high: string; low: string; close: string; volume: string; }

export interface PerpFunding { t: string; rate: string; ratePercentage: string; markPriceUsd: string; }

export interface PerpProposal { id: string; groupId: string; createdByUserIdpId: string; marketSymbol: string; side: "LONG" | "SHORT"; reason: string | null; closedAt: string | null; exitPnlUsd: string | null; exitPnlPct: string | null; currentPnlPct: string | null; stopLossPct: string | null; takeProfitPct: string | null; participantCount: number; totalParticipantCount: number; participantAvatars: string[]; creatorLeverage: string; createdAt: string; }

export interface PerpActionResult { assignmentId: string | null; proposalId: string | null; subaccountIndex: number; txSignature: string | null; marketSymbol: string; side: "LONG" | "SHORT"; closePnlUsd: string | null; closePnlPct: string | null; closeProceedsUsd: string | null; closedBaseUnits: string | null; isFullClose: boolean | null; pending: boolean; actionJobId: string | null; }

export interface PerpPosition { id: string; userId: string; groupId: string; proposalId: string; subaccountIndex: number; marketSymbol: string; side: "LONG" | "SHORT"; status: "OPEN" | "CLOSED" | "LIQUIDATED" | "ADL_CLOSED"; openedAt: string; closedAt: string | null; initialCollateralUsdc: string; initialLeverage: string; currentSizeBaseLots: string | null; currentSizeBaseUnits: string | null; positionValueUsd: string | null; entryPriceUsd: string | null; exitPriceUsd: string | null; collateralBalanceUsdc: string | null; effectiveCollateralUsdc: string | null; unrealizedPnlUsd: string | null; unsettledFundingUsd: string | null; accumulatedFundingUsd: string | null; liquidationPriceUsd: string | null; stopLossPriceUsd: string | null; takeProfitPriceUsd: string | null; priceRealizedPnlUsd: string | null; fundingRealizedUsd: string | null; totalFeesUsd: string | null; liquidationPenaltyUsd: string | null; netRealizedPnlUsd: string | null; finalCollateralReturned: string | null; marketStatus: string | null; closeReason: string | null; claimedAt: string | null; isClaimable: boolean; participantCount: number; participantAvatars: string[]; }

export interface PerpProposalDetail { id: string; groupId: string; createdByUserIdpId: string; marketSymbol: string; side: "LONG" | "SHORT"; reason: string | null; closedAt: string | null; exitPnlUsd: string | null; exitPnlPct: string | null; currentPnlPct: string | null; stopLossPct: string | null; takeProfitPct: string | null; participantCount: number; totalParticipantCount: number; participantAvatars: string[]; creatorLeverage: string; createdAt: string; positions: PerpPosition[]; }

export interface PerpCloseAnswer { success: boolean | null; results: PerpActionResult[]; pending: boolean; actionJobId: string | null; }

export interface PerpClaim { assignmentId: string; proposalId: string; marketSymbol: string; side: "LONG" | "SHORT"; closePnlUsd: string; closePnlPct: string; closeProceedsUsd: string; closedBaseUnits: string; claimedAt: string; }

export interface PerpQuote { sizeBaseLots: string; sizeBaseUnits: string; notionalUsd: string; entryPriceUsd: string; feeUsd: string; liquidationPriceUsd: string | null; stopLossPriceUsd: string | null; takeProfitPriceUsd: string | null; maxLeverage: string; at: string; }

export interface CrossVerticalPositions { perps: PerpPosition[]; spot: SpotProposalWithPosition[]; predictions: PredictionWithPosition[]; }

export interface PerpTrade { id: string; assignmentId: string; proposalId: string; groupId: string; marketSymbol: string; side: "LONG" | "SHORT"; action: "OPEN" | "ADD" | "REDUCE" | "CLOSE" | "LIQUIDATION" | "ADL"; sizeBaseLots: string; sizeBaseUnits: string; notionalUsd: string; priceUsd: string | null; collateralInUsd: string; collateralOutUsd: string; feeUsd: string; penaltyUsd: string; pricePnlUsd: string; fundingUsd: string; txSignature: string; createdAt: string; }

export interface Trades { spot: SpotTrade[]; predictions: PredictionTrade[]; perps: PerpTrade[]; swaps: SpotTrade[]; nextCursor: string | null; }

export interface GroupOfUser { uniqueId: string; name: string; description: string; image: string; header: string; joiningFee: string; subscriptionFee: string; subscriptionPeriod: "MONTHLY" | "WEEKLY"; isActive: boolean; groupAccessType: "PUBLIC" | "PRIVATE"; defaultMemberType: "MEMBER" | "LEADER"; performancePnl: { allTimePnl: string; pnl7Days: string; pnl30Days: string; }; performanceRank: number; winRate: string; avgReturn: string; volatility: string; biggestWin: string; biggestLoss: string; participationRate: string; tradeCount: number; predictionCount: number; memberCount: number; createdAt: string; updatedAt: string; memberType: "MEMBER" | "LEADER"; unreadCount: number; }

export interface GroupRef { uniqueId: string; name: string; image: string; }

export interface Membership { userIdpId: string; groupId: string; username: string; avatar: string; inviteCode: string; memberType: "MEMBER" | "LEADER"; isAdmin: boolean; subscriptionStatus: "NONE" | "ACTIVE" | "PAST_DUE" | "CANCELED"; nextChargeAt: string; autoBuyEnabled: boolean; autoBuyAmountUsd: string; mirrorExits: boolean; verticals: ("SPOT" | "STOCK" | "PREDICTION" | "PERP")[]; maxLeverage: string | null; dailyLimitUsd: string | null; createdAt: string; updatedAt: string; mainWalletAddress: string; group: GroupRef; }

export interface CreatedGroup { groupId: string; membership: Membership; }

export interface GroupPreview { groupId: string; name: string; image: string; memberCount: number; groupAccessType: "PUBLIC" | "PRIVATE"; joiningFee: string; subscriptionFee: string; subscriptionPeriod: "MONTHLY" | "WEEKLY"; }

export interface Group { uniqueId: string; name: string; description: string; image: string; header: string; joiningFee: string; subscriptionFee: string; subscriptionPeriod: "MONTHLY" | "WEEKLY"; isActive: boolean; groupAccessType: "PUBLIC" | "PRIVATE"; defaultMemberType: "MEMBER" | "LEADER"; performancePnl: { allTimePnl: string; pnl7Days: string; pnl30Days: string; }; performanceRank: number; winRate: string; avgReturn: string; volatility: string; biggestWin: string; biggestLoss: string; participationRate: string; tradeCount: number; predictionCount: number; memberCount: number; createdAt: string; updatedAt: string; }

export interface GroupMember { userIdpId: string; groupId: string; username: string; avatar: string; inviteCode: string; memberType: "MEMBER" | "LEADER"; isAdmin: boolean; subscriptionStatus: "NONE" | "ACTIVE" | "PAST_DUE" | "CANCELED"; nextChargeAt: string; autoBuyEnabled: boolean; autoBuyAmountUsd: string; mirrorExits: boolean; verticals: ("SPOT" | "STOCK" | "PREDICTION" | "PERP")[]; maxLeverage: string | null; dailyLimitUsd: string | null; createdAt: string; updatedAt: string; }

export interface GroupProposals { tradingProposals: SpotProposalWithPosition[]; predictionProposals: PredictionWithPosition[]; perpProposals: PerpProposal[]; }

export interface LeaderboardLine { rank: number; userIdpId: string; username: string; avatar: string; memberType: "MEMBER" | "LEADER"; isAdmin: boolean; pnlUsd: string; realizedPnlUsd: string; unrealizedPnlUsd: string; }

export interface JoinAnswer { status: "JOINED" | "REQUESTED"; membership: Membership | null; }

export interface Success { success: boolean; }

export interface JoinRequest { userId: string; username: string; avatar: string; createdAt: string; }

export interface RequestAnswer { status: "APPROVED" | "REJECTED"; }

export interface Follow { id: string; vertical: "SPOT" | "STOCK" | "PREDICTION" | "PERP"; proposalId: string; leaderTradeId: string; side: "BUY" | "SELL" | "LONG" | "SHORT" | "CLOSE"; status: "QUEUED" | "UNKNOWN" | "FILLED" | "SKIPPED" | "FAILED"; code?: string | undefined; message?: string | undefined; trade?: Record<string, unknown> | undefined; createdAt: string; settledAt?: string | undefined; }

export interface ChatMessage { id: string; groupId: string; senderId: string; sender: { idpId: string; username: string; avatar: string; }; type: "TEXT" | "STICKER" | "IMAGE" | "SYSTEM"; content: string; metadata: Record<string, string | null> | null; replyToId: string | null; clientMessageId: string | null; reactions: { key: "like" | "love" | "laugh" | "wow" | "sad" | "fire" | "rocket"; count: number; mine: boolean; }[]; muted?: boolean | undefined; pinned: boolean; editedAt: string | null; createdAt: string; }

export interface ChatMute { userId: string; username: string; avatar: string; createdAt: string; }

export interface ChatReport { id: string; status: "OPEN" | "DISMISSED" | "DELETED"; reason: string; reporter: { userId: string; username: string; }; message: { id: string; senderId: string; senderUsername: string; type: "TEXT" | "STICKER" | "IMAGE" | "SYSTEM"; content: string; createdAt: string; deleted: boolean; }; createdAt: string; resolvedAt: string | null; resolvedBy: string | null; }

export interface Agent { agentKey: "scout" | "sentinel" | "digest"; name: string; description: string; enabled: boolean; enabledBy: string | null; enabledAt: string | null; lastRunAt: string | null; lastError: string | null; }

export interface ExternalAgent { id: string; groupId: string; name: string; url: string; events: ("proposal.opened" | "proposal.closed" | "proposal.resolved" | "message.created")[]; createdBy: string; createdAt: string; enabled: boolean; disabledReason: string | null; failures: number; lastDeliveryAt: string | null; lastError: string | null; }

export interface NewExternalAgent { id: string; groupId: string; name: string; url: string; events: ("proposal.opened" | "proposal.closed" | "proposal.resolved" | "message.created")[]; createdBy: string; createdAt: string; enabled: boolean; disabledReason: string | null; failures: number; lastDeliveryAt: string | null; lastError: string | null; secret: string; }

/** What each operation takes and gives; paths are below /api/v1 where they name no other root. */
export interface Operations {
  'GET /me': {
    path: never;
    query: never;
    body: never;
    data: Identity;
  };
  'GET /auth/config': {
    path: never;
    query: never;
    body: never;
    data: { issuer: string; minPasswordCharacters: number; outbox: boolean; sandbox: boolean; clock: { now: string; rate: string; }; oidcIssuer: string | null; oidcName: string | null; oidcClientId: string | null; };
  };
  'POST /auth/sign-up': {
    path: never;
    query: never;
    body: { email: string; password: string; username: string; };
    data: { accepted: boolean; };
  };
  'POST /auth/verify-email': {
    path: never;
    query: never;
    body: { token: string; password: string; };
    data: AccessToken;
  };
  'POST /auth/reset-password/request': {
    path: never;
    query: never;
    body: { email: string; };
    data: { accepted: boolean; };
  };
  'POST /auth/reset-password': {
    path: never;
    query: never;
    body: { token: string; password: string; };
    data: { done: boolean; };
  };
  'POST /auth/sign-in': {
    path: never;
    query: never;
    body: { email: string; password: string; };
    data: { challenge: string | null; session: { userId: string; token: string; expiresAt: string; } | null; };
  };
  'POST /auth/sign-in/second-factor': {
    path: never;
    query: never;
    body: { challenge: string; code: string; };
    data: AccessToken;
  };
  'POST /auth/passkey/options': {
    path: never;
    query: never;
    body: never;
    data: { challengeId: string; optionsJson: string; };
  };
  'POST /auth/passkey/sign-in': {
    path: never;
    query: never;
    body: { challengeId: string; responseJson: string; };
    data: AccessToken;
  };
  'POST /auth/oidc/start': {
    path: never;
    query: never;
    body: { purpose: "sign-in" | "link"; to: string; };
    data: { url: string; };
  };
  'POST /auth/oidc/finish': {
    path: never;
    query: never;
    body: { state: string; code: string; iss?: string | undefined; };
    data: { purpose: "sign-in" | "link"; to: string; challenge: string | null; session: { userId: string; token: string; expiresAt: string; } | null; };
  };
  'POST /auth/token': {
    path: never;
    query: never;
    body: never;
    data: AccessToken;
  };
  'POST /auth/sign-out': {
    path: never;
    query: never;
    body: never;
    data: { done: boolean; };
  };
  'GET /auth/demo': {
    path: never;
    query: never;
    body: never;
    data: { open: boolean; };
  };
  'POST /auth/demo': {
    path: never;
    query: never;
    body: { role?: "leader" | "follower" | undefined; };
    data: { userId: string; token: string; expiresAt: string; };
  };
  'GET /account': {
    path: never;
    query: never;
    body: never;
    data: Account;
  };
  'GET /account/deposit-address': {
    path: never;
    query: never;
    body: never;
    data: DepositAddress;
  };
  'GET /account/balances': {
    path: never;
    query: { limit?: number | undefined; cursor?: string | undefined; };
    body: never;
    data: Balance[];
  };
  'GET /account/positions': {
    path: never;
    query: { limit?: number | undefined; cursor?: string | undefined; };
    body: never;
    data: { positions: Holding[]; nextCursor: string | null; };
  };
  'GET /account/ledger': {
    path: never;
    query: { limit?: number | undefined; cursor?: string | undefined; };
    body: never;
    data: { entries: LedgerMovement[]; nextCursor: string | null; };
  };
  'GET /account/events': {
    path: never;
    query: { after?: number | undefined; limit?: number | undefined; };
    body: never;
    data: { events: AccountEvent[]; latestSeq: number; oldestSeq: number; };
  };
  'GET /account/pnl': {
    path: never;
    query: { window?: "24h" | "7d" | "30d" | "all" | undefined; };
    body: never;
    data: AccountPnl;
  };
  'GET /account/pnl/history': {
    path: never;
    query: { window?: "24h" | "7d" | "30d" | "all" | undefined; points?: number | undefined; };
    body: never;
    data: AccountPnlPoint[];
  };
  'GET /account/export': {
    path: never;
    query: never;
    body: never;
    data: { exportedAt: string; profile: Record<string, unknown>; notificationSettings: Record<string, unknown>; balances: Record<string, unknown>[]; swapPositions: Record<string, unknown>[]; apiKeys: Record<string, unknown>[]; sessions: Record<string, unknown>[]; securityLog: Record<string, unknown>[]; memberships: Record<string, unknown>[]; joinRequests: Record<string, unknown>[]; spotProposals: Record<string, unknown>[]; predictionProposals: Record<string, unknown>[]; perpProposals: Record<string, unknown>[]; spotTrades: Record<string, unknown>[]; predictionTrades: Record<string, unknown>[]; perpTrades: Record<string, unknown>[]; perpFunding: Record<string, unknown>[]; spotPositions: Record<string, unknown>[]; predictionPositions: Record<string, unknown>[]; perpPositions: Record<string, unknown>[]; followResults: Record<string, unknown>[]; ledger: Record<string, unknown>[]; deposits: Record<string, unknown>[]; withdrawals: Record<string, unknown>[]; feesPaid: Record<string, unknown>[]; feesReceived: Record<string, unknown>[]; chatMessages: Record<string, unknown>[]; chatReports: Record<string, unknown>[]; chatMutes: Record<string, unknown>[]; agents: Record<string, unknown>[]; externalAgents: Record<string, unknown>[]; };
  };
  'GET /account/notifications': {
    path: never;
    query: never;
    body: never;
    data: NotificationSettings;
  };
  'PATCH /account/notifications': {
    path: never;
    query: never;
    body: { followResults?: { mail?: boolean | undefined; inApp?: boolean | undefined; } | undefined; calls?: { mail?: boolean | undefined; inApp?: boolean | undefined; } | undefined; liquidations?: { mail?: boolean | undefined; inApp?: boolean | undefined; } | undefined; security?: { mail?: boolean | undefined; inApp?: boolean | undefined; } | undefined; digest?: { mail?: boolean | undefined; inApp?: boolean | undefined; } | undefined; };
    data: NotificationSettings;
  };
  'GET /actions/{id}': {
    path: { id: string; };
    query: never;
    body: never;
    data: Action;
  };
  'GET /spot/tokens/search': {
    path: never;
    query: { q: string; limit?: number | undefined; };
    body: never;
    data: Token[];
  };
  'GET /spot/tokens/trending': {
    path: never;
    query: { limit?: number | undefined; };
    body: never;
    data: Token[];
  };
  'GET /spot/tokens/{mint}': {
    path: { mint: string; };
    query: never;
    body: never;
    data: Token;
  };
  'GET /spot/tokens/{mint}/candles': {
    path: { mint: string; };
    query: { interval: "1m" | "5m" | "15m" | "1h" | "1d"; from?: string | undefined; to?: string | undefined; };
    body: never;
    data: Candle[];
  };
  'GET /spot/proposals': {
    path: never;
    query: { groupId: string; status?: "open" | "closed" | "all" | undefined; limit?: number | undefined; cursor?: string | undefined; };
    body: never;
    data: SpotProposalWithPosition[];
  };
  'POST /spot/proposals': {
    path: never;
    query: never;
    body: { groupId: string; contractAddress?: string | undefined; ticker?: string | undefined; amountUsd: string; reason?: string | undefined; maxSlippageBps?: number | undefined; };
    data: SpotProposalAnswer;
  };
  'GET /spot/proposals/{id}': {
    path: { id: string; };
    query: never;
    body: never;
    data: SpotProposalWithPosition;
  };
  'POST /spot/proposals/{id}/buy': {
    path: { id: string; };
    query: never;
    body: { amountUsd: string; maxSlippageBps?: number | undefined; };
    data: SpotTradeAnswer;
  };
  'POST /spot/proposals/{id}/sell': {
    path: { id: string; };
    query: never;
    body: { amountUsd?: unknown | undefined; max?: boolean | undefined; maxSlippageBps?: number | undefined; };
    data: SpotTradeAnswer;
  };
  'POST /spot/proposals/{id}/close': {
    path: { id: string; };
    query: never;
    body: never;
    data: SpotProposalAnswer;
  };
  'POST /spot/swap': {
    path: never;
    query: never;
    body: { sell: string; buy: string; amountUsd: string; maxSlippageBps?: number | undefined; };
    data: SwapAnswer;
  };
  'POST /spot/quote': {
    path: never;
    query: never;
    body: { contractAddress?: string | undefined; ticker?: string | undefined; proposalId?: string | undefined; amountUsd?: unknown | undefined; max?: boolean | undefined; maxSlippageBps?: number | undefined; };
    data: SpotQuote;
  };
  'GET /spot/stocks': {
    path: never;
    query: { q?: string | undefined; kind?: "stock" | "etf" | undefined; };
    body: never;
    data: StockList;
  };
  'GET /spot/stocks/{ticker}': {
    path: { ticker: string; };
    query: never;
    body: never;
    data: StockWithStatus;
  };
  'POST /spot/stocks/{ticker}/buy': {
    path: { ticker: string; };
    query: never;
    body: { groupId: string; amountUsd: string; maxSlippageBps?: number | undefined; reason?: string | undefined; };
    data: SpotProposalAnswer;
  };
  'POST /spot/stocks/{ticker}/sell': {
    path: { ticker: string; };
    query: never;
    body: { groupId: string; amountUsd?: unknown | undefined; max?: boolean | undefined; maxSlippageBps?: number | undefined; };
    data: SpotProposalAnswer;
  };
  'GET /predictions/events/search': {
    path: never;
    query: { q: string; limit?: number | undefined; };
    body: never;
    data: { events: PredictionEvent[]; cursor: number; };
  };
  'GET /predictions/events/live': {
    path: never;
    query: { limit?: number | undefined; cursor?: number | undefined; category?: string | undefined; subcategory?: string | undefined; };
    body: never;
    data: { events: PredictionEvent[]; cursor: number | null; };
  };
  'GET /predictions/events/{ticker}': {
    path: { ticker: string; };
    query: never;
    body: never;
    data: PredictionEvent;
  };
  'GET /predictions/markets/{slug}/book': {
    path: { slug: string; };
    query: never;
    body: never;
    data: PredictionBook;
  };
  'GET /predictions/markets/{slug}/history': {
    path: { slug: string; };
    query: { interval?: "1h" | "6h" | "1d" | "1w" | "max" | undefined; };
    body: never;
    data: { t: string; price: string; }[];
  };
  'GET /predictions/proposals': {
    path: never;
    query: { groupId: string; status?: "open" | "closed" | "all" | "PENDING" | "ACTIVE" | "CLOSED" | "RESOLVED" | "FAILED" | undefined; limit?: number | undefined; cursor?: string | undefined; };
    body: never;
    data: PredictionWithPosition[];
  };
  'POST /predictions/proposals': {
    path: never;
    query: never;
    body: { groupId: string; eventId: string; marketId: string; isYes: boolean; amountUsd: string; reason?: string | undefined; maxSlippageBps?: number | undefined; };
    data: PredictionProposalAnswer;
  };
  'GET /predictions/proposals/{id}': {
    path: { id: string; };
    query: never;
    body: never;
    data: PredictionDetail;
  };
  'POST /predictions/proposals/{id}/predict': {
    path: { id: string; };
    query: never;
    body: { amountUsd: string; maxSlippageBps?: number | undefined; };
    data: PredictionTradeAnswer;
  };
  'POST /predictions/proposals/{id}/sell': {
    path: { id: string; };
    query: never;
    body: { amountUsd?: unknown | undefined; max?: boolean | undefined; maxSlippageBps?: number | undefined; };
    data: PredictionTradeAnswer;
  };
  'POST /predictions/proposals/{id}/close': {
    path: { id: string; };
    query: never;
    body: never;
    data: PredictionProposalAnswer;
  };
  'POST /predictions/proposals/{id}/claim': {
    path: { id: string; };
    query: never;
    body: never;
    data: PredictionClaimAnswer;
  };
  'POST /predictions/quote': {
    path: never;
    query: never;
    body: { eventId?: string | undefined; marketId?: string | undefined; isYes?: boolean | undefined; proposalId?: string | undefined; amountUsd?: unknown | undefined; max?: boolean | undefined; maxSlippageBps?: number | undefined; };
    data: PredictionQuote;
  };
  'GET /perps/markets': {
    path: never;
    query: { limit?: number | undefined; cursor?: string | undefined; };
    body: never;
    data: PerpMarket[];
  };
  'GET /perps/markets/{symbol}': {
    path: { symbol: string; };
    query: never;
    body: never;
    data: PerpMarket;
  };
  'GET /perps/markets/{symbol}/candles': {
    path: { symbol: string; };
    query: { interval: "1m" | "5m" | "15m" | "1h" | "1d"; from?: string | undefined; to?: string | undefined; };
    body: never;
    data: PerpCandle[];
  };
  'GET /perps/markets/{symbol}/funding': {
    path: { symbol: string; };
    query: { from?: string | undefined; to?: string | undefined; limit?: number | undefined; cursor?: string | undefined; };
    body: never;
    data: PerpFunding[];
  };
  'GET /perps/proposals': {
    path: never;
    query: { groupId: string; status?: "open" | "closed" | "all" | undefined; limit?: number | undefined; cursor?: string | undefined; };
    body: never;
    data: PerpProposal[];
  };
  'POST /perps/proposals': {
    path: never;
    query: never;
    body: { groupId: string; marketSymbol: string; side: "LONG" | "SHORT"; collateralUsd: string; leverage: string; reason?: string | undefined; stopLossPct?: string | null | undefined; takeProfitPct?: string | null | undefined; maxSlippageBps?: number | undefined; };
    data: PerpActionResult;
  };
  'GET /perps/proposals/{id}': {
    path: { id: string; };
    query: never;
    body: never;
    data: PerpProposalDetail;
  };
  'GET /perps/positions': {
    path: never;
    query: { filter?: "active" | "past" | "all" | undefined; groupId?: string | undefined; limit?: number | undefined; cursor?: string | undefined; };
    body: never;
    data: PerpPosition[];
  };
  'GET /perps/positions/{id}': {
    path: { id: string; };
    query: never;
    body: never;
    data: PerpPosition;
  };
  'PATCH /perps/positions/{id}': {
    path: { id: string; };
    query: never;
    body: { stopLossPct?: string | null | undefined; takeProfitPct?: string | null | undefined; };
    data: PerpPosition;
  };
  'POST /perps/proposals/{id}/increase': {
    path: { id: string; };
    query: never;
    body: { collateralUsd: string; leverage: string; maxSlippageBps?: number | undefined; };
    data: PerpActionResult;
  };
  'POST /perps/proposals/{id}/close': {
    path: { id: string; };
    query: never;
    body: never;
    data: PerpCloseAnswer;
  };
  'POST /perps/positions/{id}/reduce': {
    path: { id: string; };
    query: never;
    body: { reduceFraction: string; isFullClose: boolean; maxSlippageBps?: number | undefined; };
    data: PerpActionResult;
  };
  'POST /perps/positions/{id}/add': {
    path: { id: string; };
    query: never;
    body: { collateralUsd: string; leverage?: string | undefined; maxSlippageBps?: number | undefined; };
    data: PerpActionResult;
  };
  'POST /perps/positions/{id}/claim': {
    path: { id: string; };
    query: never;
    body: never;
    data: PerpClaim;
  };
  'POST /perps/quote': {
    path: never;
    query: never;
    body: { marketSymbol: string; side: "LONG" | "SHORT"; collateralUsd: string; leverage: string; stopLossPct?: string | null | undefined; takeProfitPct?: string | null | undefined; maxSlippageBps?: number | undefined; };
    data: PerpQuote;
  };
  'GET /positions': {
    path: never;
    query: { limit?: number | undefined; cursor?: string | undefined; };
    body: never;
    data: CrossVerticalPositions;
  };
  'GET /positions/past': {
    path: never;
    query: { limit?: number | undefined; cursor?: string | undefined; };
    body: never;
    data: CrossVerticalPositions;
  };
  'GET /trades': {
    path: never;
    query: { limit?: number | undefined; cursor?: string | undefined; };
    body: never;
    data: Trades;
  };
  'GET /groups': {
    path: never;
    query: { limit?: number | undefined; cursor?: string | undefined; };
    body: never;
    data: GroupOfUser[];
  };
  'POST /groups': {
    path: never;
    query: never;
    body: { name: string; description?: string | undefined; image?: string | undefined; header?: string | undefined; joiningFee?: string | undefined; subscriptionFee?: string | undefined; subscriptionPeriod?: "MONTHLY" | "WEEKLY" | undefined; groupAccessType?: "PUBLIC" | "PRIVATE" | undefined; defaultMemberType?: "MEMBER" | "LEADER" | undefined; };
    data: CreatedGroup;
  };
  'GET /groups/preview': {
    path: never;
    query: { groupId?: string | undefined; inviteCode?: string | undefined; };
    body: never;
    data: GroupPreview;
  };
  'GET /groups/{id}': {
    path: { id: string; };
    query: never;
    body: never;
    data: Group;
  };
  'PATCH /groups/{id}': {
    path: { id: string; };
    query: never;
    body: { name?: string | undefined; description?: string | undefined; image?: string | undefined; header?: string | undefined; joiningFee?: string | undefined; subscriptionFee?: string | undefined; subscriptionPeriod?: "MONTHLY" | "WEEKLY" | undefined; groupAccessType?: "PUBLIC" | "PRIVATE" | undefined; defaultMemberType?: "MEMBER" | "LEADER" | undefined; isActive?: boolean | undefined; };
    data: Group;
  };
  'GET /groups/{id}/members': {
    path: { id: string; };
    query: { limit?: number | undefined; cursor?: string | undefined; };
    body: never;
    data: GroupMember[];
  };
  'GET /groups/{id}/proposals': {
    path: { id: string; };
    query: { limit?: number | undefined; cursor?: string | undefined; };
    body: never;
    data: GroupProposals;
  };
  'GET /groups/{id}/leaderboard': {
    path: { id: string; };
    query: { limit?: number | undefined; cursor?: string | undefined; };
    body: never;
    data: LeaderboardLine[];
  };
  'POST /groups/{id}/join': {
    path: { id: string; };
    query: never;
    body: { inviteCode?: string | null | undefined; acceptFees?: { joiningFee: string; subscriptionFee: string; subscriptionPeriod: "MONTHLY" | "WEEKLY"; } | undefined; };
    data: JoinAnswer;
  };
  'POST /groups/join': {
    path: never;
    query: never;
    body: { inviteCode: string; acceptFees?: { joiningFee: string; subscriptionFee: string; subscriptionPeriod: "MONTHLY" | "WEEKLY"; } | undefined; };
    data: JoinAnswer;
  };
  'POST /groups/{id}/leave': {
    path: { id: string; };
    query: never;
    body: never;
    data: Success;
  };
  'POST /groups/{id}/auto-buy': {
    path: { id: string; };
    query: never;
    body: { enabled: boolean; amountUsd?: string | null | undefined; mirrorExits?: boolean | undefined; verticals?: ("SPOT" | "STOCK" | "PREDICTION" | "PERP")[] | undefined; maxLeverage?: string | null | undefined; dailyLimitUsd?: string | null | undefined; };
    data: GroupMember;
  };
  'POST /groups/{id}/invite-code/rotate': {
    path: { id: string; };
    query: never;
    body: never;
    data: GroupMember;
  };
  'POST /groups/{id}/subscription': {
    path: { id: string; };
    query: never;
    body: { action: "pay" | "cancel" | "resume"; acceptFees?: { joiningFee: string; subscriptionFee: string; subscriptionPeriod: "MONTHLY" | "WEEKLY"; } | undefined; };
    data: GroupMember;
  };
  'GET /groups/{id}/join-requests': {
    path: { id: string; };
    query: { limit?: number | undefined; cursor?: string | undefined; };
    body: never;
    data: JoinRequest[];
  };
  'POST /groups/{id}/join-requests/{userId}/approve': {
    path: { id: string; userId: string; };
    query: never;
    body: { action?: "approve" | "reject" | undefined; };
    data: RequestAnswer;
  };
  'POST /groups/{id}/members/{userId}/promote': {
    path: { id: string; userId: string; };
    query: never;
    body: { to?: "LEADER" | "ADMIN" | undefined; };
    data: GroupMember;
  };
  'POST /groups/{id}/members/{userId}/demote': {
    path: { id: string; userId: string; };
    query: never;
    body: never;
    data: GroupMember;
  };
  'POST /groups/{id}/members/{userId}/kick': {
    path: { id: string; userId: string; };
    query: never;
    body: never;
    data: Success;
  };
  'GET /groups/{id}/auto-buy/history': {
    path: { id: string; };
    query: { limit?: number | undefined; cursor?: string | undefined; };
    body: never;
    data: Follow[];
  };
  'GET /chat/{groupId}/messages': {
    path: { groupId: string; };
    query: { before?: string | undefined; after?: string | undefined; limit?: number | undefined; cursor?: string | undefined; };
    body: never;
    data: ChatMessage[];
  };
  'POST /chat/{groupId}/messages': {
    path: { groupId: string; };
    query: never;
    body: { type: "TEXT" | "STICKER" | "IMAGE" | "SYSTEM"; content: string; replyToId?: string | null | undefined; clientMessageId?: string | null | undefined; };
    data: ChatMessage;
  };
  'POST /chat/{groupId}/read': {
    path: { groupId: string; };
    query: never;
    body: never;
    data: { groupId: string; unreadCount: number; lastReadAt: string; };
  };
  'PATCH /chat/{groupId}/messages/{messageId}': {
    path: { groupId: string; messageId: string; };
    query: never;
    body: { content: string; };
    data: ChatMessage;
  };
  'DELETE /chat/{groupId}/messages/{messageId}': {
    path: { groupId: string; messageId: string; };
    query: never;
    body: never;
    data: { success: boolean; };
  };
  'PUT /chat/{groupId}/messages/{messageId}/reactions/{key}': {
    path: { groupId: string; messageId: string; key: "like" | "love" | "laugh" | "wow" | "sad" | "fire" | "rocket"; };
    query: never;
    body: never;
    data: ChatMessage;
  };
  'DELETE /chat/{groupId}/messages/{messageId}/reactions/{key}': {
    path: { groupId: string; messageId: string; key: "like" | "love" | "laugh" | "wow" | "sad" | "fire" | "rocket"; };
    query: never;
    body: never;
    data: ChatMessage;
  };
  'PUT /chat/{groupId}/messages/{messageId}/pin': {
    path: { groupId: string; messageId: string; };
    query: never;
    body: never;
    data: ChatMessage;
  };
  'DELETE /chat/{groupId}/messages/{messageId}/pin': {
    path: { groupId: string; messageId: string; };
    query: never;
    body: never;
    data: ChatMessage;
  };
  'GET /chat/{groupId}/mutes': {
    path: { groupId: string; };
    query: { limit?: number | undefined; cursor?: string | undefined; };
    body: never;
    data: ChatMute[];
  };
  'PUT /chat/{groupId}/mutes/{userId}': {
    path: { groupId: string; userId: string; };
    query: never;
    body: never;
    data: { groupId: string; userId: string; muted: boolean; };
  };
  'DELETE /chat/{groupId}/mutes/{userId}': {
    path: { groupId: string; userId: string; };
    query: never;
    body: never;
    data: { groupId: string; userId: string; muted: boolean; };
  };
  'POST /chat/{groupId}/messages/{messageId}/report': {
    path: { groupId: string; messageId: string; };
    query: never;
    body: { reason: string; };
    data: { id: string; groupId: string; messageId: string; status: "OPEN" | "DISMISSED"; createdAt: string; };
  };
  'GET /chat/{groupId}/reports': {
    path: { groupId: string; };
    query: { status?: "open" | "resolved" | "all" | undefined; limit?: number | undefined; cursor?: string | undefined; };
    body: never;
    data: ChatReport[];
  };
  'POST /chat/{groupId}/reports/{reportId}': {
    path: { groupId: string; reportId: string; };
    query: never;
    body: { action: "dismiss" | "delete"; };
    data: { id: string; status: "DISMISSED" | "DELETED"; resolvedAt: string; };
  };
  'GET /groups/{id}/agents': {
    path: { id: string; };
    query: never;
    body: never;
    data: Agent[];
  };
  'POST /groups/{id}/agents': {
    path: { id: string; };
    query: never;
    body: { agentKey: "scout" | "sentinel" | "digest"; action?: "enable" | "disable" | undefined; };
    data: Agent;
  };
  'GET /groups/{id}/agents/external': {
    path: { id: string; };
    query: never;
    body: never;
    data: ExternalAgent[];
  };
  'POST /groups/{id}/agents/external': {
    path: { id: string; };
    query: never;
    body: { name: string; url: string; events: ("proposal.opened" | "proposal.closed" | "proposal.resolved" | "message.created")[]; };
    data: NewExternalAgent;
  };
  'DELETE /groups/{id}/agents/external/{agentId}': {
    path: { id: string; agentId: string; };
    query: never;
    body: never;
    data: { success: boolean; };
  };
  'POST /sandbox/v1/users': {
    path: never;
    query: never;
    body: { username: string; depositUsd?: string | undefined; scopes?: ("read" | "trade:spot" | "trade:predictions" | "trade:perps" | "groups" | "chat" | "groups:pay")[] | undefined; };
    data: { userId: string; idpId: string; apiKey: string; };
  };
  'POST /sandbox/v1/users/{id}/deposits': {
    path: { id: string; };
    query: never;
    body: { amountUsd: string; };
    data: { depositId: string; userId: string; amountUsd: string; cashBalanceUsd: string; };
  };
  'POST /sandbox/v1/keys': {
    path: never;
    query: never;
    body: { userId: string; label?: string | undefined; scopes?: ("read" | "trade:spot" | "trade:predictions" | "trade:perps" | "groups" | "chat" | "groups:pay")[] | undefined; expiresAt?: string | null | undefined; };
    data: { id: string; apiKey: string; };
  };
  'DELETE /sandbox/v1/keys/{id}': {
    path: { id: string; };
    query: never;
    body: never;
    data: { id: string; };
  };
  'GET /sandbox/v1/clock': {
    path: never;
    query: never;
    body: never;
    data: { now: string; frozen: boolean; offsetMs: number; };
  };
  'POST /sandbox/v1/clock': {
    path: never;
    query: never;
    body: { freeze?: boolean | undefined; set?: string | undefined; advanceMs?: number | undefined; };
    data: { now: string; frozen: boolean; offsetMs: number; };
  };
  'PUT /sandbox/v1/prices/{kind}/{id}': {
    path: { kind: "token" | "stock" | "perp" | "market"; id: string; };
    query: never;
    body: { priceUsd: string; oracleUsd?: string | undefined; };
    data: { kind: "token" | "stock" | "perp" | "market"; id: string; priceUsd: string; oracleUsd?: string | undefined; };
  };
  'DELETE /sandbox/v1/prices/{kind}/{id}': {
    path: { kind: "token" | "stock" | "perp" | "market"; id: string; };
    query: never;
    body: never;
    data: { kind: "token" | "stock" | "perp" | "market"; id: string; };
  };
  'PUT /sandbox/v1/follow': {
    path: never;
    query: never;
    body: { hold: boolean; };
    data: { hold: boolean; };
  };
  'PUT /sandbox/v1/venues/{vertical}/behaviour': {
    path: { vertical: "spot" | "stocks" | "predictions" | "perps"; };
    query: never;
    body: { mode: "ok" | "down" | "slow" | "reject" | "no-liquidity" | "unknown-then-filled" | "unknown-then-failed" | "pending"; delayMs?: number | undefined; count?: number | undefined; };
    data: { vertical: "spot" | "stocks" | "predictions" | "perps"; mode: "ok" | "down" | "slow" | "reject" | "no-liquidity" | "unknown-then-filled" | "unknown-then-failed" | "pending"; delayMs: number; count: number | null; };
  };
  'PUT /sandbox/v1/region': {
    path: never;
    query: never;
    body: { userId: string; country: string | null; };
    data: { userId: string; country: string | null; };
  };
  'PUT /sandbox/v1/trading/{vertical}': {
    path: { vertical: "spot" | "stocks" | "predictions" | "perps"; };
    query: never;
    body: { mode: "enabled" | "reduce-only" | "halted"; };
    data: { vertical: "spot" | "stocks" | "predictions" | "perps"; mode: "enabled" | "reduce-only" | "halted"; };
  };
  'PUT /sandbox/v1/stocks/status': {
    path: never;
    query: never;
    body: { marketStatus: "OPEN" | "PAUSED" | "CLOSED" | null; };
    data: { marketStatus: "OPEN" | "PAUSED" | "CLOSED" | null; };
  };
  'POST /sandbox/v1/predictions/markets/{slug}/resolve': {
    path: { slug: string; };
    query: never;
    body: { result: "YES" | "NO" | "VOID"; };
    data: { slug: string; result: "YES" | "NO" | "VOID"; };
  };
  'POST /sandbox/v1/predictions/markets/{slug}/status': {
    path: { slug: string; };
    query: never;
    body: { status: "active" | "paused" | "closed" | null; };
    data: { slug: string; status: "active" | "paused" | "closed" | null; };
  };
  'PUT /sandbox/v1/withdrawals/{id}': {
    path: { id: string; };
    query: never;
    body: { status: "SENT" | "CONFIRMED" | "RETURNED"; };
    data: { id: string; address: string; amountUsd: string; status: "SENT" | "CONFIRMED" | "RETURNED"; availableAt: string; txSignature: string | null; createdAt: string; updatedAt: string; };
  };
  'POST /sandbox/v1/drain': {
    path: never;
    query: never;
    body: never;
    data: { drained: boolean; };
  };
  'GET /sandbox/v1/audit': {
    path: never;
    query: never;
    body: never;
    data: { ok: boolean; checks: { name: string; ok: boolean; detail: string; }[]; };
  };
  'POST /sandbox/v1/sessions': {
    path: never;
    query: never;
    body: { userId: string; };
    data: { token: string; };
  };
  'GET /sandbox/v1/outbox': {
    path: never;
    query: { limit?: number | undefined; cursor?: string | undefined; };
    body: never;
    data: { id: string; to: string; subject: string; text: string; createdAt: string; }[];
  };
}
