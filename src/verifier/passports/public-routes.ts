/** HTTP of passports that strangers may read: no account, no tenant's data, bounded, and 404 for all that is not public. */
import type { FastifyReply } from 'fastify';
import { passportMediaType } from '../../contract/passport.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Routes } from '../feature.ts';
import type { RateBound } from './rate-bound.ts';
import { PassportParamsSchema, PublicPassportSchema, PublicStatusSchema } from './schema.ts';
import type { PassportStatuses } from './status.ts';

const tags = ['passports'];
const problems = { '4xx': ProblemSchema };

interface PublicServices {
  readonly passportStatuses: PassportStatuses;
  readonly publicRate: RateBound;
}

/** `GET /v1/public/passports/{id}` and its status. */
export function publicPassportRoutes({ passportStatuses, publicRate }: PublicServices): Routes {
  return async (app) => {
    app.get(
      '/v1/public/passports/:id',
      {
        config: { access: 'open' },
        schema: {
          tags,
          summary: "Read a passport without an account, where the agent's owner allows it (JSON, or the JWS by Accept)",
          params: PassportParamsSchema,
          produces: ['application/json', passportMediaType],
          response: { 200: PublicPassportSchema, ...problems },
        },
      },
      async ({ params, ip, headers }, reply) => {
        publicRate.admit(ip);
        const passport = await passportStatuses.getPublic(params.id);
        allowAnyOrigin(reply).header('cache-control', 'public, max-age=30').header('vary', 'accept');
        return wantsJws(headers.accept) ? sendJws(reply, passport.jwt) : reply.send(passport);
      },
    );
    app.get(
      '/v1/public/passports/:id/status',
      {
        config: { access: 'open' },
        schema: {
          tags,
          summary: 'State of a passport now, without an account, where the owner allows it',
          params: PassportParamsSchema,
          response: { 200: PublicStatusSchema, ...problems },
        },
      },
      async ({ params, ip }, reply) => {
        publicRate.admit(ip);
        const status = await passportStatuses.getPublicStatus(params.id);
        // A revocation shows at once: nobody in between may keep an older answer.
        return allowAnyOrigin(reply).header('cache-control', 'no-store').send(status);
      },
    );
  };
}

/** A page of anybody may check a public passport: nothing here depends on who asks. */
function allowAnyOrigin(reply: FastifyReply): FastifyReply {
  return reply.header('access-control-allow-origin', '*');
}

/** True when the bare JWS is asked for by name. */
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
