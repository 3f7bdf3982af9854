import { chatMessages } from '../sockets.ts';
import type { Measurement } from './measurement.ts';

/** Messages to everybody who listens in a group. */
export const chat: Measurement = {
  name: 'chat',
  async measure({ report, ...stage }) {
    const { group } = await stage.world();
    const result = await chatMessages(await stage.service(), group);
    report.note('chat', result);
    const { sockets, messages, p50Ms, p99Ms, maxMs, lost } = result;
    report.row({
      what: `chat message to ${sockets} sockets`,
      measured: `p50 ${p50Ms} p99 ${p99Ms} max ${maxMs} ms  lost ${lost}`,
      baseline: `${messages} messages`,
      ratio: '',
    });
  },
};
