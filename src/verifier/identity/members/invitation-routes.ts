/** HTTP of invitations. One answer shows the token; the idempotency store never holds it. */
import { invitations as operations } from '../../../contract/api/members/invitations.ts';
import { mountRaw } from '../../../platform/http/mount-raw.ts';
import type { RateBound } from '../../../platform/http/rate-bound.ts';
import type { Secret } from '../../../platform/secret.ts';
import { toAuthor } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import type { Idempotency } from '../../base/idempotency/service.ts';
import type { Mount } from '../../base/mount.ts';
import { toEtag } from '../../base/revision.ts';
import { assertStorable } from '../../base/storable.ts';
import type { Invitations } from './invitations.ts';

export interface InvitationRouteDeps {
  readonly mount: Mount;
  readonly invitations: Invitations;
  readonly idempotency: Idempotency;
  /** Address of the pages. */
  readonly publicUrl: string | undefined;
  /** Limits the calls of strangers. */
  readonly publicRate: RateBound;
}

export function invitationRoutes(deps: InvitationRouteDeps): Routes {
  return async (app) => {
    await addManaging(deps)(app);
    await addAccepting(deps)(app);
  };
}

function addManaging({ mount, invitations, idempotency, publicUrl }: InvitationRouteDeps): Routes {
  return async (app) => {
    const { path } = operations.create;
    mountRaw(app, operations.create, async ({ headers, body, request, reply }) => {
      assertStorable(body);
      const author = toAuthor(request.caller);
      const key = headers['idempotency-key'];
      let token: Secret | undefined;
      const write = { orgId: author.orgId, operation: `POST ${path}`, key, request: body };
      const { body: made } = await idempotency.once(write, async (tx) => {
        const created = await invitations.create(tx, author, body);
        token = created.token;
        return { status: 201, body: created.invitation };
      });
      return reply
        .code(201)
        .header('location', `${path}/${made.id}`)
        .header('etag', toEtag(made.revision))
        .header('cache-control', 'no-store')
        .send({ ...made, ...(token === undefined ? {} : toShown(token, publicUrl)) });
    });
    mount.read(app, operations.list, ({ caller, page }) => invitations.list(caller.organisation, page));
    mount.write(app, operations.revoke, ({ tx, author, params }) => invitations.revoke(tx, author, params.id));
  };
}

function addAccepting({ mount, invitations, publicRate }: InvitationRouteDeps): Routes {
  return async (app) => {
    mount.read(
      app,
      operations.accept,
      async ({ params, body, request }) => {
        const { ip, id: requestId, headers } = request;
        // Strangers are limited before any other check.
        publicRate.admit(ip);
        assertStorable(body);
        const userAgent = headers['user-agent']?.slice(0, 300) ?? null;
        return invitations.accept({ ...body, origin: { ipAddress: ip, userAgent, requestId } }, params.id);
      },
      { isBodyUnbounded: true },
    );
  };
}

/** Adds the link `/invite/<token>`; that page sends no referrer to other sites. */
function toShown(secret: Secret, publicUrl: string | undefined): { token: string; url?: string } {
  const token = secret.reveal();
  return publicUrl === undefined ? { token } : { token, url: `${publicUrl.replace(/\/$/, '')}/invite/${token}` };
}
