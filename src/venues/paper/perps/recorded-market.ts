import { assert } from '../../../errors/app-error.ts';
import {
  DEFAULT_MAKER_FEE_MICRO,
  DEFAULT_TAKER_FEE_MICRO,
  type PerpMarketParams,
} from './market-params.ts';
import { lots } from './units.ts';

/** The parts of a market account of the venue, as its SDK decodes them, that the rules need. */
export interface RecordedPerpMarket {
  readonly symbol: string;
  readonly assetId: number;
  readonly tickSizeQuoteLotsPerBaseLotPerTick: number;
  readonly baseLotDecimals: number;
  readonly markPriceTicks: string;
  readonly riskParams: {
    readonly leverageTiers: readonly {
      readonly upperBoundSize: string;
      readonly maxLeverage: string;
    }[];
    readonly transferFeeTiers: readonly {
      readonly positionSizeLimit: string;
      readonly feeRate: number;
    }[];
    /** Maintenance, backstop, high risk. */
    readonly riskFactors: readonly number[];
    readonly cancelOrderRiskFactor: number;
    readonly upnlRiskFactor: string;
    readonly upnlRiskFactorForWithdrawals: string;
    readonly maxLiquidationSize: string;
    readonly isolatedOnly: number;
  };
  readonly funding: {
    readonly fundingIntervalSeconds: string;
    readonly fundingPeriodSeconds: string;
    readonly maxFundingRate: string;
  };
  readonly openInterest: { readonly openInterestCap: string };
}

/**
 * The rules of a market from its recorded account. The account holds no trading fees; those of the
 * contract (18.8) are used.
 */
export function paramsOfRecorded(market: RecordedPerpMarket): PerpMarketParams {
  const { riskParams, funding } = market;
  const [maintenance, backstop, highRisk] = riskParams.riskFactors;
  assert(
    maintenance !== undefined && backstop !== undefined && highRisk !== undefined,
    `the market ${market.symbol} has three risk factors`,
  );
  return {
    symbol: market.symbol,
    assetId: market.assetId,
    tickSize: BigInt(market.tickSizeQuoteLotsPerBaseLotPerTick),
    baseLotsDecimals: market.baseLotDecimals,
    leverageTiers: riskParams.leverageTiers.map((tier) => ({
      upToLots: lots(BigInt(tier.upperBoundSize)),
      maxLeverage: BigInt(tier.maxLeverage),
    })),
    riskFactors: {
      cancelBps: BigInt(riskParams.cancelOrderRiskFactor),
      maintenanceBps: BigInt(maintenance),
      backstopBps: BigInt(backstop),
      highRiskBps: BigInt(highRisk),
    },
    upnlFactorBps: BigInt(riskParams.upnlRiskFactor),
    upnlFactorForWithdrawalsBps: BigInt(riskParams.upnlRiskFactorForWithdrawals),
    maxLiquidationLots: lots(BigInt(riskParams.maxLiquidationSize)),
    haircutTiers: riskParams.transferFeeTiers.map((tier) => ({
      upToLots: lots(BigInt(tier.positionSizeLimit)),
      bps: BigInt(tier.feeRate),
    })),
    fundingIntervalSeconds: BigInt(funding.fundingIntervalSeconds),
    fundingPeriodSeconds: BigInt(funding.fundingPeriodSeconds),
    maxFundingRate: BigInt(funding.maxFundingRate),
    openInterestCapLots: lots(BigInt(market.openInterest.openInterestCap)),
    isolatedOnly: riskParams.isolatedOnly !== 0,
    takerFeeMicro: DEFAULT_TAKER_FEE_MICRO,
    makerFeeMicro: DEFAULT_MAKER_FEE_MICRO,
  };
}
