/** HTTP routes of public passports: no account, no tenant's data, rate-limited, and 404 for everything that is not public. */
import type { FastifyReply } from 'fastify';
import { publicPassports as operations } from '../../../contract/api/passports/operations.ts';
import { passportMediaType } from '../../../contract/passport.ts';
import { mountRaw, type RawHandler } from '../../../platform/http/mount-raw.ts';
import type { RateBound } from '../../../platform/http/rate-bound.ts';
import type { Routes } from '../../base/feature.ts';
import type { PassportStatuses } from './status.ts';

interface PublicServices {
  readonly passportStatuses: PassportStatuses;
  readonly publicRate: RateBound;
}

const config = { access: 'open' } as const;

/** Serves `GET /v1/public/passports/{id}` and its status. */
export function publicPassportRoutes({ passportStatuses, publicRate }: PublicServices): Routes {
  return async (app) => {
    const get: RawHandler<typeof operations.get> = async ({ params, request: { ip, headers }, reply }) => {
      publicRate.admit(ip);
      const passport = await passportStatuses.getPublic(params.id);
      allowAnyOrigin(reply).header('cache-control', 'public, max-age=30').header('vary', 'accept');
      return wantsJws(headers.accept) ? sendJws(reply, passport.jwt) : reply.send(passport);
    };
    const getStatus: RawHandler<typeof operations.getStatus> = async ({ params, request: { ip }, reply }) => {
      publicRate.admit(ip);
      const status = await passportStatuses.getPublicStatus(params.id);
      // A revocation shows at once: no cache may keep an older answer.
      return allowAnyOrigin(reply).header('cache-control', 'no-store').send(status);
    };
    mountRaw(app, operations.get, get, config);
    mountRaw(app, operations.getStatus, getStatus, config);
  };
}

/** Pages of any origin may check a public passport: the answer does not depend on the caller. */
function allowAnyOrigin(reply: FastifyReply): FastifyReply {
  return reply.header('access-control-allow-origin', '*');
}

/** True if `Accept` names the bare JWS. */
export function wantsJws(accept: string | undefined): boolean {
  const types = (accept ?? '').split(',').map((part) => part.split(';', 1)[0]?.trim().toLowerCase());
  const jws = types.indexOf(passportMediaType);
  const json = types.indexOf('application/json');
  return jws !== -1 && (json === -1 || jws < json);
}

/** Answers with the passport itself. */
export function sendJws(reply: FastifyReply, jwt: string): FastifyReply {
  return reply.type(passportMediaType).send(Buffer.from(jwt));
}
