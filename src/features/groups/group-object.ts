import { formatRatio, formatUsdc } from '../../money/text.ts';
import { isoTime } from '../../platform/clock.ts';
import type { GroupPerformance } from './performance.ts';
import type { GroupRow } from './tables.ts';

/** GroupRef of proposals and memberships. */
export const groupRef = (group: GroupRow) => ({
  uniqueId: group.id,
  name: group.name,
  image: group.image,
});

/** Group (contract 9); fees in dollars, rates in percent points, all as decimal text. */
export function groupObject(group: GroupRow, performance: GroupPerformance) {
  return {
    uniqueId: group.id,
    name: group.name,
    description: group.description,
    image: group.image,
    header: group.header,
    joiningFee: formatUsdc(group.joiningFee),
    subscriptionFee: formatUsdc(group.subscriptionFee),
    subscriptionPeriod: group.subscriptionPeriod,
    isActive: group.isActive,
    groupAccessType: group.accessType,
    defaultMemberType: group.defaultMemberType,
    performancePnl: {
      allTimePnl: formatUsdc(performance.allTimePnl),
      pnl7Days: formatUsdc(performance.pnl7Days),
      pnl30Days: formatUsdc(performance.pnl30Days),
    },
    performanceRank: performance.rank,
    winRate: formatRatio(performance.winRate),
    avgReturn: formatRatio(performance.avgReturn),
    volatility: formatRatio(performance.volatility),
    biggestWin: formatUsdc(performance.biggestWin),
    biggestLoss: formatUsdc(performance.biggestLoss),
    participationRate: formatRatio(performance.participationRate),
    tradeCount: performance.tradeCount,
    predictionCount: performance.predictionCount,
    memberCount: performance.memberCount,
    createdAt: isoTime(group.createdAt),
    updatedAt: isoTime(group.updatedAt),
  };
}
