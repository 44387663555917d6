/** HTTP route that a gateway asks before a call that needs a credential. */
import { scopedCredentials as operations } from '../../../../contract/api/scoped-credentials/operations.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { Caller } from '../../../../platform/http/access.ts';
import { mountRaw } from '../../../../platform/http/mount-raw.ts';
import { toAuthor } from '../../../base/control/author.ts';
import type { Routes } from '../../../base/feature.ts';
import { assertStorable } from '../../../base/storable.ts';
import type { Injections } from './injection.ts';

/** `POST /v1/gateways/{id}/credentials`. */
export function injectionRoutes({ injections }: { readonly injections: Injections }): Routes {
  return async (app) => {
    // Raw: the kind of caller is checked before the body, and refusals are not cached either.
    mountRaw(app, operations.inject, async ({ request: { caller }, body, reply }) => {
      assertGateway(caller);
      assertStorable(body);
      reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
      return injections.give(toAuthor(caller), body);
    });
  };
}

/**
 * Secrets are write-only for people: only gateways get them, to inject them into calls. Other operations need no credential
 * on loopback; this one does, because agents on the same machine must not see the secrets of their calls.
 */
function assertGateway({ kind, authentication }: Caller): void {
  if (authentication !== 'loopback' && (kind === 'gateway' || kind === 'operator')) return;
  const detail = 'secrets are given to gateways only, which show their own key or certificate, or the operator token';
  throw new AppError('forbidden', detail, { detail });
}
