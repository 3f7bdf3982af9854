import type { Engine } from '../../engine/engine.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Config, TradingMode, Vertical } from '../../platform/config.ts';
import { NO_ID } from '../../platform/ids.ts';
import { parseBehaviour, type VenueBehaviour } from '../../venues/behaviour.ts';
import { changeSetting } from './change-setting.ts';
import type { Settings } from './settings.ts';
import {
  behaviourKey,
  FOLLOW_HOLD_KEY,
  isTradingMode,
  type TradeVertical,
  tradingKey,
  VERTICALS,
  verticalOf,
} from './verticals.ts';

/** When a client may ask again whether trading goes on. */
const HALT_RETRY_SECONDS = 30;
/** What operator and sandbox have set, answered from memory (contract 15 and 17). */
export interface Controls {
  tradingMode(vertical: Vertical): TradingMode;
  /**
   * Refuses with TRADING_HALTED: `halted` everything, `reduce-only` what opens or enlarges a
   * position.
   */
  requireTrading(vertical: TradeVertical, action: 'open' | 'reduce'): void;
  /** The sandbox's script for the venue of a vertical, as far as this process has heard. */
  behaviour(vertical: TradeVertical): VenueBehaviour;
  /** Whether the sandbox holds the follow workers. */
  followHeld(): boolean;
  /** The setters resolve when the change is committed and counts in this process. */
  setTradingMode(vertical: Vertical, mode: TradingMode): Promise<void>;
  setBehaviour(vertical: Vertical, behaviour: VenueBehaviour): Promise<void>;
  setFollowHold(hold: boolean): Promise<void>;
}

export interface ControlsDeps {
  readonly config: Pick<Config, 'trading'>;
  readonly settings: Pick<Settings, 'get' | 'changed'>;
  readonly engine: Pick<Engine, 'submit'>;
}

/**
 * The controls over the shared settings. A setting, once written, counts before the configuration
 * and over restarts; one that this version does not understand halts.
 */
export function createControls({ config, settings, engine }: ControlsDeps): Controls {
  const tradingMode = (vertical: Vertical): TradingMode => {
    const set = settings.get(tradingKey(vertical)) ?? config.trading[vertical];
    return isTradingMode(set) ? set : 'halted';
  };
  const write = async (key: string, value: string) => {
    await engine.submit(changeSetting, { key, value }, { userId: NO_ID });
    await settings.changed(key);
  };
  const behaviours = memoised(settings);
  return {
    tradingMode,
    requireTrading(vertical, action) {
      const mode = tradingMode(verticalOf(vertical));
      if (mode === 'enabled' || (mode === 'reduce-only' && action === 'reduce')) return;
      throw new AppError('TRADING_HALTED', {
        details: { mode, vertical },
        retryAfterSeconds: HALT_RETRY_SECONDS,
      });
    },
    behaviour: (vertical) => behaviours(verticalOf(vertical)),
    followHeld: () => settings.get(FOLLOW_HOLD_KEY) === '1',
    setTradingMode: (vertical, mode) => write(tradingKey(vertical), mode),
    setBehaviour: (vertical, behaviour) => write(behaviourKey(vertical), JSON.stringify(behaviour)),
    setFollowHold: (hold) => write(FOLLOW_HOLD_KEY, hold ? '1' : '0'),
  };
}

/** Asked on every trade, so the text is parsed only when it is another one than before. */
function memoised(settings: Pick<Settings, 'get'>): (vertical: Vertical) => VenueBehaviour {
  const known = new Map(
    VERTICALS.map((vertical) => [
      vertical as Vertical,
      { text: undefined as string | undefined, behaviour: parseBehaviour(undefined) },
    ]),
  );
  return (vertical) => {
    const text = settings.get(behaviourKey(vertical));
    const before = known.get(vertical);
    if (before && before.text === text) return before.behaviour;
    const behaviour = parseBehaviour(text);
    known.set(vertical, { text, behaviour });
    return behaviour;
  };
}
