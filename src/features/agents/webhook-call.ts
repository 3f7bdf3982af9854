import { createHmac } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { WEBHOOK_ANSWER_BYTES, WEBHOOK_TIMEOUT_MS } from './limits.ts';
import { type Address, addressesOf, type WebhookRules } from './webhook-address.ts';

export interface WebhookCall {
  readonly url: string;
  readonly secret: string;
  readonly deliveryId: string;
  readonly event: string;
  /** JSON; the bytes that are signed are the bytes that are sent. */
  readonly body: string;
  /** Real time of the attempt in milliseconds. */
  readonly atMs: number;
}

/** The receiver did not take a delivery; the message says why, for the group's admins. */
export class NotTaken extends Error {}

/** `v1=` and the hex HMAC-SHA256, keyed with the secret, of timestamp, a dot and the body. */
export const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

/**
 * Sends one signed delivery and answers the body of a 2xx answer. Follows no redirect, connects to
 * the addresses that were checked and no others, takes at most 5 s in all and reads at most 64 kB.
 * Throws NotTaken, or AddressRefused.
 */
export async function callWebhook(call: WebhookCall, rules: WebhookRules): Promise<string> {
  const url = new URL(call.url);
  const signal = AbortSignal.timeout(WEBHOOK_TIMEOUT_MS);
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new NotTaken('no answer in time')));
  });
  // Asking for addresses cannot be interrupted, so the time limit runs beside it.
  late.catch(() => undefined);
  const addresses = await Promise.race([addressesOf(url, rules), late]);
  return Promise.race([post(url, call, addresses, signal), late]);
}

function post(
  url: URL,
  { secret, deliveryId, event, body, atMs }: WebhookCall,
  addresses: readonly Address[],
  signal: AbortSignal,
): Promise<string> {
  const timestamp = String(Math.floor(atMs / 1_000));
  const bytes = Buffer.from(body, 'utf8');
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method: 'POST',
        // A connection of its own, which no later call to another address can be given.
        agent: false,
        lookup: pinnedLookup(addresses),
        signal,
        headers: {
          'content-type': 'application/json',
          'content-length': bytes.length,
          'user-agent': 'skein-webhook/1',
          'x-skein-timestamp': timestamp,
          'x-skein-signature': signatureOf(secret, timestamp, body),
          'x-skein-event': event,
          'x-skein-delivery': deliveryId,
        },
      },
      (answer) => {
        readAnswer(answer).then(resolve, reject);
      },
    );
    request.on('error', (error: NodeJS.ErrnoException) => {
      const why = signal.aborted
        ? 'no answer in time'
        : `no connection (${error.code ?? 'failed'})`;
      reject(new NotTaken(why));
    });
    request.end(bytes);
  });
}

type Found = (error: Error | null, address: string | Address[], family?: number) => void;

/** Answers the checked addresses for whatever name is asked. */
const pinnedLookup =
  (addresses: readonly Address[]) =>
  (_host: string, options: { all?: boolean | undefined }, found: Found): void => {
    const [first] = addresses;
    if (options.all) found(null, [...addresses]);
    else if (first) found(null, first.address, first.family);
    else found(new Error('no address'), '');
  };

async function readAnswer(answer: IncomingMessage): Promise<string> {
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 299) {
    answer.destroy();
    throw new NotTaken(`answered ${status}`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > WEBHOOK_ANSWER_BYTES) throw new NotTaken('its answer is too large');
      chunks.push(chunk);
    }
  } catch (error) {
    answer.destroy();
    throw error instanceof NotTaken ? error : new NotTaken('its answer broke off');
  }
  return Buffer.concat(chunks).toString('utf8');
}
