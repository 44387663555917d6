/** HTTP routes of passports and bundles. */

import { encode } from 'cbor2';
import type { FastifyReply } from 'fastify';
import { bundleMediaType, passports as operations } from '../../../contract/api/passports/operations.ts';
import type { Bundle } from '../../../contract/bundle.ts';
import { mountRaw } from '../../../platform/http/mount-raw.ts';
import type { RateBound } from '../../../platform/http/rate-bound.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { Bundles } from './bundle.ts';
import { passportLinkRoutes } from './link-routes.ts';
import type { PassportLinks } from './links.ts';
import { publicPassportRoutes, sendJws, wantsJws } from './public-routes.ts';
import type { Passports } from './service.ts';
import type { PassportStatuses } from './status.ts';
import { passportStatusRoutes } from './status-routes.ts';

interface PassportServices {
  readonly mount: Mount;
  readonly passports: Passports;
  readonly bundles: Bundles;
  readonly passportStatuses: PassportStatuses;
  readonly passportLinks: PassportLinks;
  readonly publicRate: RateBound;
}

/** Serves `/v1/passports`, their status and revocation, the bundles, public passports and links. */
export function passportRoutes(services: PassportServices): Routes {
  return async (app) => {
    await addReading(services)(app);
    await addBundles(services)(app);
    await passportStatusRoutes(services)(app);
    await publicPassportRoutes(services)(app);
    await passportLinkRoutes(services)(app);
  };
}

function addReading({ mount, passports }: PassportServices): Routes {
  return async (app) => {
    mount.read(app, operations.list, ({ caller, query, page }) =>
      passports.list(caller.organisation, page, { agentId: query.agent_id, isLatest: query.latest }),
    );
    mountRaw(app, operations.get, async ({ params, request: { caller, headers }, reply }) => {
      reply.header('vary', 'accept');
      const view = await passports.get(caller.organisation, params.id);
      return wantsJws(headers.accept) ? sendJws(reply, view.jwt) : reply.send(view);
    });
  };
}

function addBundles({ bundles }: PassportServices): Routes {
  return async (app) => {
    mountRaw(app, operations.exportBundle, async ({ params, request: { caller, headers }, reply }) =>
      sendBundle(reply, await bundles.ofPassport(caller.organisation, params.id), headers.accept),
    );
    mountRaw(app, operations.exportEvidenceBundle, async ({ params, request: { caller, headers }, reply }) =>
      sendBundle(reply, await bundles.ofEvidence(caller.organisation, params.id), headers.accept),
    );
  };
}

function sendBundle(reply: FastifyReply, bundle: Bundle, accept: string | undefined): FastifyReply {
  reply.header('vary', 'accept');
  if (!prefersCbor(accept)) return reply.send(bundle);
  return reply.type(bundleMediaType).send(Buffer.from(encode(bundle)));
}

/** True if CBOR is named and JSON is not listed before it. */
function prefersCbor(accept: string | undefined): boolean {
  const types = (accept ?? '').split(',').map((part) => part.split(';', 1)[0]?.trim().toLowerCase());
  const cbor = types.indexOf(bundleMediaType);
  const json = types.indexOf('application/json');
  return cbor !== -1 && (json === -1 || cbor < json);
}
