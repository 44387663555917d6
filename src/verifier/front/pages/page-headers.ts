/** Headers of every page: only our style sheet and mark load, no script runs, and nobody may frame or cache the page. */
import { parseUrl } from '../../../platform/url.ts';

/** Further targets that a form of the page may lead to, e.g. `https://app.example`, or `com.example.app:`. */
export type FormTargets = readonly string[];

export interface PageHeaderOptions {
  readonly formTargets?: FormTargets;
  /** An application may have opened the page in a separate window and wait for its return. */
  readonly isForApplication?: boolean;
}

/** Gives the headers of a page or of a redirect between pages. */
export function pageHeaders(options: PageHeaderOptions = {}): Readonly<Record<string, string>> {
  const { formTargets = [], isForApplication = false } = options;
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    // With `no-referrer` a browser would send our own forms with `Origin: null`.
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isForApplication ? {} : { 'cross-origin-opener-policy': 'same-origin' }),
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
}

const hostSource = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/;
const schemeSource = /^[a-z][a-z0-9+.-]*:$/;
const dangerous = new Set(['javascript:', 'data:', 'blob:', 'vbscript:', 'file:', 'filesystem:', 'about:']);

/**
 * Gives the targets of a form whose answer redirects to `redirectUri`: Chromium applies `form-action` to redirects too. An
 * address that fits no source expression, or would run code, gives none.
 */
export function toFormTargets(redirectUri: string): FormTargets {
  const url = parseUrl(redirectUri);
  if (url === undefined) return [];
  const { protocol, origin } = url;
  if (dangerous.has(protocol)) return [];
  if (hostSource.test(origin)) return [origin];
  // The policy cannot express an IPv6 address, and only the scheme of an app on the device.
  return schemeSource.test(protocol) ? [protocol] : [];
}
