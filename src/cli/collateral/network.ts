/** The network of this machine by its environment: machines in data centres often have only a proxy. */

import { EnvHttpProxyAgent, fetch } from 'undici';
import type { Environment } from '../../platform/config.ts';
import { parseUrl } from '../../platform/url.ts';
import { UsageError } from '../options.ts';
import type { Fetch } from './download.ts';

/** An open network. Closing it aborts running requests. */
export interface Network {
  readonly fetch: Fetch;
  close(): Promise<void>;
}

/**
 * Uses the proxy of `HTTPS_PROXY` except for the hosts of `NO_PROXY`. Plain http, which is for this machine only,
 * never uses one. Nothing is sent yet. @throws UsageError for a proxy that is no http(s) URL
 */
export function openNetwork(env: Environment): Network {
  const find = (name: string) => env[name.toLowerCase()] || env[name] || '';
  const httpsProxy = parseProxy(find('HTTPS_PROXY'));
  // Empty texts; otherwise the agent would read the environment of the process.
  const dispatcher = new EnvHttpProxyAgent({ httpProxy: '', httpsProxy, noProxy: find('NO_PROXY') });
  return {
    fetch: (url, init) => fetch(url, { ...init, dispatcher }),
    // Not close(), which would wait for a hanging server.
    close: () => dispatcher.destroy(),
  };
}

/** A proxy may hold a password, so it is never quoted. */
function parseProxy(text: string): string {
  const protocol = parseUrl(text)?.protocol;
  if (text === '' || protocol === 'http:' || protocol === 'https:') return text;
  throw new UsageError('HTTPS_PROXY must be a URL that begins with http:// or https://.');
}
