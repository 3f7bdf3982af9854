import type { LoadResult } from '../load.ts';
import { predictionBuys, predictionCalls } from '../predictions.ts';
import { loadText, ratioOf } from '../report.ts';
import { buys } from '../scenarios.ts';
import type { Stage } from '../stage.ts';
import type { Measurement } from './measurement.ts';

/** Orders of one kind, against the rows of a spot buy in a transaction each. */
export async function showOrders(stage: Stage, what: string, result: LoadResult): Promise<void> {
  const bare = await stage.bareWrites();
  stage.report.row({
    what,
    measured: loadText(result),
    baseline: `one tx each ${bare}/s`,
    ratio: ratioOf(result.requestsPerSecond, bare),
  });
}

/** Seconds of load before orders are measured. */
export const WARM_SECONDS = 2;

export const spotBuys: Measurement = {
  name: 'spot',
  async measure(stage) {
    await stage.bareWrites();
    const [service, world] = [await stage.service(), await stage.world()];
    await buys(service, world, { connections: 64, seconds: WARM_SECONDS });
    for (const connections of [64, 128]) {
      const result = await buys(service, world, { connections, seconds: stage.seconds });
      stage.report.note(`buys${connections}`, result);
      await showOrders(stage, `spot buy, ${connections} connections`, result);
    }
  },
};

export const predictionOrders: Measurement = {
  name: 'predictions',
  async measure(stage) {
    const service = await stage.service();
    const world = await stage.world();
    const predictions = { ...world, calls: await predictionCalls(service, world) };
    await predictionBuys(service, predictions, { connections: 64, seconds: WARM_SECONDS });
    const pressure = { connections: 64, seconds: stage.seconds };
    const result = await predictionBuys(service, predictions, pressure);
    stage.report.note('predictionBuys64', result);
    await showOrders(stage, 'prediction buy, 64 connections', result);
  },
};
