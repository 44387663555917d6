/** Headers of every page: nothing is loaded but our style sheet and mark, nothing runs, nobody frames or keeps it. */
import { parseUrl } from '../../platform/url.ts';

/** More places that a form of the page may lead to, e.g. `https://app.example`, or `com.example.app:`. */
export type FormTargets = readonly string[];

export interface PageHeaderOptions {
  readonly formTargets?: FormTargets;
  /** An application may have opened the page in a window of its own, and waits for that window to come back. */
  readonly isForApplication?: boolean;
}

/** Headers of a page, and of what leads from one to another. */
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
 * What the policy has to say for a form whose answer redirects there: Chromium holds `form-action` against redirects
 * too. An address that fits no source, or would run, gives none.
 */
export function toFormTargets(redirectUri: string): FormTargets {
  const url = parseUrl(redirectUri);
  if (url === undefined) return [];
  const { protocol, origin } = url;
  if (dangerous.has(protocol)) return [];
  if (hostSource.test(origin)) return [origin];
  // The policy has no form for an address of IPv6, and none for an app of the device but its scheme.
  return schemeSource.test(protocol) ? [protocol] : [];
}
