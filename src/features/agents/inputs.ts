import { invalid } from '../../errors/app-error.ts';
import { AGENT_NAME_CHARACTERS } from './limits.ts';
import {
  AddressRefused,
  addressesOf,
  NoAddress,
  type WebhookRules,
  webhookUrl,
} from './webhook-address.ts';

/** Control characters and halves of characters, which no name needs. */
const BROKEN = /[\p{Cc}\p{Surrogate}]/u;

/** The name of an external agent without blanks at its ends. VALIDATION_FAILED. */
export function nameOf(text: string): string {
  const name = text.trim();
  const length = [...name].length;
  if (length > 0 && length <= AGENT_NAME_CHARACTERS && !BROKEN.test(name)) return name;
  throw invalid(`body.name must have 1 to ${AGENT_NAME_CHARACTERS} characters`);
}

/** The address of a webhook, unless it may not be called. VALIDATION_FAILED. */
export async function checkedUrl(text: string, rules: WebhookRules): Promise<string> {
  const url = webhookUrl(text, rules);
  try {
    await addressesOf(url, rules);
  } catch (error) {
    // It may have one when it is called, and is checked then.
    if (error instanceof NoAddress) return url.href;
    if (error instanceof AddressRefused) throw invalid(`body.url cannot be used: ${error.message}`);
    throw error;
  }
  return url.href;
}
