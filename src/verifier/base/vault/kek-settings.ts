/** Reads the configured key encryption keys from the settings of the verifier. */
import { isLoopback } from '../../../platform/http/access.ts';
import { createGuardedFetch, type GuardedFetch } from '../../../platform/http/guarded-fetch.ts';
import { hostAndPortOf } from '../../../platform/http/guarded-target.ts';
import { parseOutboundAllow } from '../../../platform/http/outbound-addresses.ts';
import type { Secret } from '../../../platform/secret.ts';
import type { VerifierConfig } from '../config.ts';
import { wrongKekConfig } from './errors.ts';
import type { EnvironmentKekOptions } from './kek-environment.ts';

export interface TransitSettings {
  readonly url: string;
  readonly mount: string;
  readonly key: string;
  readonly namespace: string | undefined;
  /** Exactly one of the two is set. */
  readonly token: Secret | undefined;
  readonly tokenFile: string | undefined;
  readonly fetch: GuardedFetch;
}

export interface KekSettings {
  readonly transit: TransitSettings | undefined;
  readonly environment: EnvironmentKekOptions | undefined;
  readonly lost: ReadonlySet<string>;
}

/** @throws AppError `config`. */
export function readKekSettings(config: VerifierConfig): KekSettings {
  const { VERIFIER_KEK: key, VERIFIER_KEK_VERSION: version, VERIFIER_KEK_PREVIOUS: previous } = config;
  if (key === undefined && previous !== undefined) throw wrongKekConfig('VERIFIER_KEK_PREVIOUS needs VERIFIER_KEK');
  return {
    transit: readTransit(config),
    environment: key === undefined ? undefined : { key, version, previous },
    lost: new Set(list(config.VERIFIER_KEK_LOST)),
  };
}

function list(text = ''): string[] {
  const names = text.split(',').map((name) => name.trim());
  return names.filter((name) => name !== '');
}

function readTransit(config: VerifierConfig): TransitSettings | undefined {
  const { VERIFIER_KEK_TRANSIT_URL: url, VERIFIER_KEK_TRANSIT_KEY: key, VERIFIER_KEK_TRANSIT_MOUNT: mount } = config;
  const { VERIFIER_KEK_TRANSIT_TOKEN: token, VERIFIER_KEK_TRANSIT_TOKEN_FILE: tokenFile } = config;
  if (url === undefined) {
    if (key === undefined && token === undefined && tokenFile === undefined) return undefined;
    throw wrongKekConfig('VERIFIER_KEK_TRANSIT_KEY and its token need VERIFIER_KEK_TRANSIT_URL');
  }
  if (key === undefined) throw wrongKekConfig('VERIFIER_KEK_TRANSIT_URL needs VERIFIER_KEK_TRANSIT_KEY');
  if ((token === undefined) === (tokenFile === undefined)) {
    throw wrongKekConfig('VERIFIER_KEK_TRANSIT_URL needs one of VERIFIER_KEK_TRANSIT_TOKEN and _TOKEN_FILE');
  }
  const host = checkUrl(url, config);
  return {
    url,
    mount,
    key,
    token,
    tokenFile,
    namespace: config.VERIFIER_KEK_TRANSIT_NAMESPACE,
    // The operator configured this address: a private host or this port needs no further permission.
    fetch: createGuardedFetch({ allow: parseOutboundAllow(host), ports: new Set([hostAndPortOf(url).port]) }),
  };
}

function checkUrl(text: string, { ASSAY_ENV }: VerifierConfig): string {
  if (!URL.canParse(text)) throw wrongKekConfig('VERIFIER_KEK_TRANSIT_URL is not a URL');
  const { protocol, hostname, username, password, search, hash, pathname } = new URL(text);
  if (username !== '' || password !== '' || search !== '' || hash !== '' || pathname !== '/') {
    throw wrongKekConfig(
      'VERIFIER_KEK_TRANSIT_URL must be the address of a server alone, e.g. https://vault.internal:8200',
    );
  }
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isPlainAllowed = ASSAY_ENV !== 'production' || isLoopback(host);
  if (protocol === 'https:' || (protocol === 'http:' && isPlainAllowed)) return host;
  throw wrongKekConfig(
    'VERIFIER_KEK_TRANSIT_URL must start with https://. http:// is accepted for loopback, or outside of production',
  );
}
