import { invalid } from '../../errors/app-error.ts';
import { CLIENT_ID_CHARACTERS, CONTENT_CHARACTERS, IMAGE_URL_CHARACTERS } from './limits.ts';
import type { MessageType } from './tables.ts';

const STICKER_ID = /^[a-z0-9_-]{1,64}$/;
const HTTPS_URL = /^https:\/\/[^\s\\]+$/i;
/** Half of a character beyond the first plane, which no UTF-8 text can hold. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Refuses content that a message of the type cannot have, with VALIDATION_FAILED (contract 10,
 * 18.13): more than 4,000 characters, a blank text, no sticker id, no https URL.
 */
export function requireContent(type: MessageType, content: string): void {
  const problem = problemOf(type, content);
  if (problem !== null) throw invalid(`body.content must ${problem}`);
}

function problemOf(type: MessageType, content: string): string | null {
  if ([...content].length > CONTENT_CHARACTERS) {
    return `have at most ${CONTENT_CHARACTERS} characters`;
  }
  const broken = brokenText(content);
  if (broken !== null) return broken;
  if (type === 'STICKER') return STICKER_ID.test(content) ? null : `match ${STICKER_ID.source}`;
  if (type === 'IMAGE') {
    const isUrl = HTTPS_URL.test(content) && URL.canParse(content);
    return isUrl && content.length <= IMAGE_URL_CHARACTERS
      ? null
      : `be an https URL of at most ${IMAGE_URL_CHARACTERS} characters`;
  }
  return content.trim() === '' ? 'not be blank' : null;
}

/** What the database cannot keep as it is sent. */
function brokenText(text: string): string | null {
  if (text.includes('\0')) return 'not hold a zero character';
  return LONE_SURROGATE.test(text) ? 'be well-formed Unicode' : null;
}

/** The client id of a body; null without one. VALIDATION_FAILED for an empty or a broken one. */
export function clientIdOf(text: string | null | undefined): string | null {
  if (text === undefined || text === null) return null;
  const length = [...text].length;
  if (length > 0 && length <= CLIENT_ID_CHARACTERS && brokenText(text) === null) return text;
  throw invalid(`body.clientMessageId must have 1 to ${CLIENT_ID_CHARACTERS} characters`);
}
