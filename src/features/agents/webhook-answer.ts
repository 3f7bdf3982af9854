import { AppError } from '../../errors/app-error.ts';
import { requireContent } from '../chat/index.ts';
import { NotTaken } from './webhook-call.ts';

/**
 * The text that a receiver wants posted: `message.content` of a JSON answer; null without one.
 * Throws NotTaken for a message that the chat cannot hold (contract 10): blank, not a text, more
 * than 4,000 characters.
 */
export function messageOf(answer: string): string | null {
  const message = parsed(answer)?.message;
  if (message === undefined || message === null) return null;
  const content = (message as { content?: unknown }).content;
  if (typeof content !== 'string') throw new NotTaken('its message has no text as content');
  try {
    requireContent('SYSTEM', content);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new NotTaken(`its message cannot be posted: ${error.message.replace('body.', '')}`);
  }
  return content;
}

/** An object of JSON; any other answer says nothing, which is allowed. */
function parsed(answer: string): { readonly message?: unknown } | null {
  try {
    const value: unknown = JSON.parse(answer);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
