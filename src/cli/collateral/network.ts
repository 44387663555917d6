/** The network of this machine as the environment describes it: machines in data centres often reach out by a proxy alone. */

import { EnvHttpProxyAgent, fetch } from 'undici';
import type { Environment } from '../../platform/config.ts';
import { parseUrl } from '../../platform/url.ts';
import { UsageError } from '../options.ts';
import type { Fetch } from './download.ts';

/** An open network; closing it breaks off what is under way. */
export interface Network {
  readonly fetch: Fetch;
  close(): Promise<void>;
}

/**
 * Takes the proxy of `HTTPS_PROXY` but for the hosts of `NO_PROXY`. Plain http, which is for this machine alone, never
 * goes through one. Nothing is sent yet. @throws UsageError for a proxy that is no http(s) URL.
 */
export function openNetwork(env: Environment): Network {
  const find = (name: string) => env[name.toLowerCase()] || env[name] || '';
  const httpsProxy = parseProxy(find('HTTPS_PROXY'));
  // Empty texts, or the agent would read the environment of the process by itself.
  const dispatcher = new EnvHttpProxyAgent({ httpProxy: '', httpsProxy, noProxy: find('NO_PROXY') });
  return {
    fetch: (url, init) => fetch(url, { ...init, dispatcher }),
    // Not close(), which would wait for a server that hangs.
    close: () => dispatcher.destroy(),
  };
}

/** A proxy may hold a password, so it is never quoted. */
function parseProxy(text: string): string {
  const protocol = parseUrl(text)?.protocol;
  if (text === '' || protocol === 'http:' || protocol === 'https:') return text;
  throw new UsageError('HTTPS_PROXY must be a URL that begins with http:// or https://.');
}
