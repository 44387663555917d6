/** Loads and configures oidc-provider on first use, and again when the signing key is replaced. */
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { Logger } from '../../../platform/log.ts';
import type { SigningKeys } from '../../base/signing-keys/service.ts';
import { isDigestOf } from './digest.ts';
import type { Replays } from './ports.ts';
import { createConfiguration, type ProviderDeps } from './provider-config.ts';

export interface LoadedProvider {
  readonly provider: Provider;
  /** Answers a request; resolves when the answer is sent. */
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
  // The mount sets host and scheme to the issuer's, so those that a client or a proxy claims are ignored.
  provider.proxy = true;
  provider.on('server_error', (_ctx, err) => log.error({ err }, 'the issuer failed'));
  EventEmitter.prototype.on.call(provider, 'error', (err: unknown) => log.error({ err }, 'the issuer failed'));
  // The provider's `clientSecret` is our stored hash, so it is compared as a hash.
  provider.Client.prototype.compareClientSecret = function compare(actual: string) {
    const { clientSecret } = this;
    return clientSecret !== undefined && isDigestOf(actual, clientSecret);
  };
  // The provider reads first and then writes, so several equal assertions at once would all pass.
  Reflect.set(provider.ReplayDetection, 'unique', (iss: string, jti: string, expS: number) =>
    replays.isFirst(iss, jti, expS * 1000),
  );
  const answer = provider.callback();
  return { provider, answer };
}
