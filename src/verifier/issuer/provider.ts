/** oidc-provider, loaded and set up where it is first needed, and again when the signing key is replaced. */
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { Logger } from '../../platform/log.ts';
import type { SigningKeys } from '../signing-keys/service.ts';
import { isDigestOf } from './digest.ts';
import { createConfiguration, type ProviderDeps } from './provider-config.ts';
import type { Replays } from './seams.ts';

export interface LoadedProvider {
  readonly provider: Provider;
  /** Answers a request; resolves when it has. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

export type LoadProvider = () => Promise<LoadedProvider>;

export interface LoadProviderDeps extends ProviderDeps {
  readonly keys: Pick<SigningKeys, 'active'>;
  readonly replays: Replays;
  readonly log: Logger;
}

export function createProviderLoader(deps: LoadProviderDeps): LoadProvider {
  let loaded: { readonly kid: string; readonly value: Promise<LoadedProvider> } | undefined;
  return () => {
    const { kid } = deps.keys.active;
    if (loaded?.kid !== kid) loaded = { kid, value: build(deps) };
    return loaded.value;
  };
}

async function build(deps: LoadProviderDeps): Promise<LoadedProvider> {
  const { Provider, errors, interactionPolicy } = await import('oidc-provider');
  const { keys, issuer, log, replays } = deps;
  const provider = new Provider(issuer, createConfiguration(deps, { errors, interactionPolicy }, keys.active));
  // Host and scheme are those of the issuer, set by the mount: whatever a client or a proxy says of them counts nothing.
  provider.proxy = true;
  provider.on('server_error', (_ctx, err) => log.error({ err }, 'the issuer failed'));
  EventEmitter.prototype.on.call(provider, 'error', (err: unknown) => log.error({ err }, 'the issuer failed'));
  // Secrets are kept as hashes: what stands where the secret would be is no secret.
  provider.Client.prototype.compareClientSecret = function compare(actual: string) {
    const { clientSecret } = this;
    return clientSecret !== undefined && isDigestOf(actual, clientSecret);
  };
  // The provider looks first and then writes; of many equal assertions at once each would be the first.
  Reflect.set(provider.ReplayDetection, 'unique', (iss: string, jti: string, expS: number) =>
    replays.isFirst(iss, jti, expS * 1000),
  );
  const answer = provider.callback();
  return { provider, answer };
}
