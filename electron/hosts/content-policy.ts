// The headers that every response of a door carries: the page may load its own files and talk to its own origin, and that is all.
// One text for the desktop and the browser. Who may ask at all is decided in the doors.

import { randomBytes } from 'node:crypto';

/** In index.html this is replaced by the nonce of the response: `<meta name="csp-nonce" content="__CSP_NONCE__">`. */
export const noncePlaceholder = '__CSP_NONCE__';

export const createNonce = (): string => randomBytes(18).toString('base64url');

/**
 * `socketOrigin` is named besides 'self' because browsers older than CSP level 3's `ws` matching refuse it otherwise.
 * The nonce lets CodeMirror and Radix add <style> elements of theirs without 'unsafe-inline'.
 */
function contentPolicy(nonce: string, socketOrigin?: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data:",
    // Audio in an answer: its own bytes, played after a person asked. Nothing is fetched for it.
    'media-src data:',
    `connect-src 'self'${socketOrigin ? ` ${socketOrigin}` : ''}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

export function securityHeaders(nonce: string, socketOrigin?: string): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(nonce, socketOrigin),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
    'cache-control': 'no-store',
  };
}
