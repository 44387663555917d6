/** `POST /v1/spiffe/x509-svid`, `POST /v1/agents/{id}/identity-document` and `GET /v1/spiffe/bundle`. */
import { spiffe as operations } from '../../../contract/api/spiffe.ts';
import { AppError } from '../../../platform/errors.ts';
import { mountRaw, type RawHandler } from '../../../platform/http/mount-raw.ts';
import type { RateBound } from '../../../platform/http/rate-bound.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import { defaultOrganisation } from '../../base/tenancy.ts';
import { refreshHintS, type TrustBundles } from './bundle.ts';
import type { IdentityDocuments } from './identity-documents.ts';
import type { X509Svids } from './x509-svids.ts';

export interface SpiffeRouteDeps {
  readonly mount: Mount;
  readonly identityDocuments: IdentityDocuments;
  readonly trustBundles: TrustBundles;
  readonly x509Svids: X509Svids;
  /** Limits the calls of strangers. */
  readonly publicRate: RateBound;
}

export function spiffeRoutes(deps: SpiffeRouteDeps): Routes {
  const { mount, identityDocuments, x509Svids } = deps;
  return async (app) => {
    mount.read(app, operations.issueX509Svid, ({ caller, body }) => x509Svids.issue(caller, body), {
      isBodyUnbounded: true,
    });
    mount.read(
      app,
      operations.issueIdentityDocument,
      ({ author, params, body }) => identityDocuments.issue(author, params.id, body.audience),
      { isBodyUnbounded: true },
    );
    mountRaw(app, operations.getBundle, readBundle(deps));
  };
}

/** Raw, because caches may keep the answer. */
function readBundle({ trustBundles, publicRate }: SpiffeRouteDeps): RawHandler<typeof operations.getBundle> {
  return async ({ request: { ip }, reply, query }) => {
    publicRate.admit(ip);
    const asked = query.trust_domain ?? trustBundles.trustDomainOf(defaultOrganisation);
    const bundle = await trustBundles.find(asked);
    if (bundle === undefined) {
      const detail = 'this trust domain does not belong to this deployment';
      throw new AppError('not_found', detail, { detail });
    }
    return reply.header('cache-control', `public, max-age=${refreshHintS}`).send(bundle);
  };
}
