export { type NotificationMailer, startNotificationMailer } from './mailer.ts';
export { readNotificationSettings } from './read-settings.ts';
export { notificationRoutes } from './routes.ts';
