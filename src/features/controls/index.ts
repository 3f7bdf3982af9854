export { changeSetting } from './change-setting.ts';
export { changeTrading } from './change-trading.ts';
export { type Controls, type ControlsDeps, createControls } from './controls.ts';
export { openSettings, SETTING_TOPIC, type Settings, type SettingsDeps } from './settings.ts';
export {
  behaviourKey,
  isVertical,
  TRADING_MODES,
  type TradeVertical,
  VERTICALS,
  verticalOf,
} from './verticals.ts';
