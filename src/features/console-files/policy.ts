/**
 * What the console may load and run: its own files alone, no inline script or style, connections to
 * this service, pictures that people name by https. Nobody may frame it.
 */
export function consolePolicy(publicUrl: string): string {
  // Older Safari does not count its own origin's sockets as 'self'.
  const socket = publicUrl.replace(/^http/, 'ws');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: https:",
    `connect-src 'self' ${socket}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** Devices and sensors that the console never asks for; passkeys are its own. */
export const PERMISSIONS =
  'camera=(), geolocation=(), microphone=(), payment=(), usb=(), publickey-credentials-get=(self), publickey-credentials-create=(self)';
