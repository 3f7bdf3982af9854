/** What the service can tell of, in the order in which it is shown. */
export const NOTIFICATION_KINDS = [
  'followResults',
  'calls',
  'liquidations',
  'security',
  'digest',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Where it tells of it. */
export interface Channels {
  readonly mail: boolean;
  readonly inApp: boolean;
}

export type NotificationSettings = Readonly<Record<NotificationKind, Channels>>;
export type NotificationChange = Readonly<Partial<Record<NotificationKind, Partial<Channels>>>>;

/** How the kinds of a channel are kept: a comma list. */
export interface StoredSettings {
  readonly mail: string;
  readonly inApp: string;
}

/** Of a user who has never chosen: mail about security alone, everything in the app. */
export const defaultSettings: StoredSettings = {
  mail: '',
  inApp: 'followResults,calls,liquidations,digest',
};

/** Whether a kind is on in a comma list; security is on whatever the list says. */
export const isOn = (list: string, kind: NotificationKind): boolean =>
  kind === 'security' || list.split(',').includes(kind);

/** The settings on the wire. */
export const settingsObject = ({ mail, inApp }: StoredSettings): NotificationSettings =>
  Object.fromEntries(
    NOTIFICATION_KINDS.map((kind) => [kind, { mail: isOn(mail, kind), inApp: isOn(inApp, kind) }]),
  ) as unknown as NotificationSettings;

/** The stored form after a change; security is not in it. */
export function changedSettings(
  before: StoredSettings,
  change: NotificationChange,
): StoredSettings {
  const after = (list: string, channel: keyof Channels): string =>
    NOTIFICATION_KINDS.filter((kind) => kind !== 'security')
      .filter((kind) => change[kind]?.[channel] ?? isOn(list, kind))
      .join(',');
  return { mail: after(before.mail, 'mail'), inApp: after(before.inApp, 'inApp') };
}
