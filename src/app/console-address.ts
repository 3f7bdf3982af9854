/**
 * Where people open the console, as the start prints it: the public URL (contract 17), or where the
 * service listens when a free port was asked for, since the default then names none.
 */
export const consoleAddress = (publicUrl: string, origin: string): string =>
  `${new URL(publicUrl).port === '0' ? origin : publicUrl}/`;
