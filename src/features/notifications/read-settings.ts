import type { ReadPool } from '../../platform/db/pool.ts';
import { settingsStatement } from './notifications.sql.ts';
import {
  defaultSettings,
  type NotificationSettings,
  type StoredSettings,
  settingsObject,
} from './settings.ts';

/** What a user wants to hear of; the defaults for one who has never chosen. */
export async function readNotificationSettings(
  reads: ReadPool,
  userId: string,
): Promise<NotificationSettings> {
  const [row] = await reads.query<StoredSettings>(settingsStatement, [userId]);
  return settingsObject(row ?? defaultSettings);
}
