import { perpCall, perpCrash, perpOpens, perpTick } from '../perps.ts';
import { showOrders, WARM_SECONDS } from './buys.ts';
import type { Measurement } from './measurement.ts';

/** Positions opened, marks that cross nothing, and one that crosses thousands. */
export const perpetuals: Measurement = {
  name: 'perps',
  async measure(stage) {
    const { report, database, seconds } = stage;
    const service = await stage.service();
    const world = await stage.world();
    const proposal = await perpCall(service, world);
    const pressure = { connections: 64, proposal };
    await perpOpens(service, world, { ...pressure, seconds: WARM_SECONDS });
    const opens = await perpOpens(service, world, { ...pressure, seconds });
    report.note('perpOpens64', opens);
    await showOrders(stage, 'perp open, 64 connections', opens);
    const tick = await perpTick(service, database, world, proposal);
    report.note('perpTick', tick);
    report.row({
      what: 'mark that crosses nothing',
      measured: `p50 ${tick.p50Ms} p99 ${tick.p99Ms} ms`,
      baseline: `${tick.positions} positions`,
      ratio: '',
    });
    const crash = await perpCrash(service, database, world, proposal);
    report.note('perpCrash', crash);
    report.row({
      what: `liquidation of ${crash.liquidated}`,
      measured: `all in ${crash.allMs} ms`,
      baseline: `${tick.positions} other positions`,
      ratio: '',
    });
  },
};
