/** Addresses of services and their options, separate from the calls, so that help can load them alone. */
import { parseUrl } from '../platform/url.ts';
import type { OptionSpec } from './command.ts';
import { UsageError } from './options.ts';

export type ServiceName = 'gateway' | 'verifier' | 'mcp-gateway';

export const defaultUrls = {
  gateway: 'http://127.0.0.1:8300',
  verifier: 'http://127.0.0.1:8200',
  'mcp-gateway': 'http://127.0.0.1:8100',
} as const;
export const urlVariables = {
  gateway: 'ASSAY_GATEWAY_URL',
  verifier: 'ASSAY_VERIFIER_URL',
  'mcp-gateway': 'ASSAY_MCP_GATEWAY_URL',
} as const;
export const tokenVariable = 'ASSAY_ACCESS_TOKEN';
/** Variable of an API key; the other one takes precedence. */
export const apiKeyVariable = 'ASSAY_API_KEY';
/** Names the organisation that the holder of the operator token acts for. */
export const organisationVariable = 'ASSAY_ORGANIZATION';

/** The option that names a service, for a command's table. */
export function serviceOption(name: ServiceName): Readonly<Record<string, OptionSpec>> {
  const description = `URL of the ${name}; else ${urlVariables[name]}, else ${defaultUrls[name]}`;
  return { [name]: { type: 'string', value: 'URL', description } };
}

/** @throws UsageError for anything but an http(s) URL without credentials. */
export function parseServiceUrl(what: string, text: string): string {
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`The URL of the ${what} must begin with http:// or https://, such as http://127.0.0.1:8300.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError(`The URL of the ${what} must not hold a password. Use ${tokenVariable}.`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
