/** HTTP of invitations. The token is in one answer, and never in what repeats of a request are answered from. */

import { Type } from 'typebox';
import { IdempotencyHeadersSchema } from '../../contract/api/headers.ts';
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import { parsePage } from '../../platform/http/page.ts';
import type { Secret } from '../../platform/secret.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import type { RateBound } from '../passports/rate-bound.ts';
import { toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import type { Invitations } from './invitations.ts';
import {
  AcceptInvitationSchema,
  CreatedInvitationSchema,
  CreateInvitationSchema,
  InvitationListQuerySchema,
  InvitationSchema,
  MemberParamsSchema,
  MemberSchema,
} from './schema.ts';

export interface InvitationRouteDeps {
  readonly db: Db;
  readonly invitations: Invitations;
  readonly idempotency: Idempotency;
  readonly publicUrl: string | undefined;
  /** Bounds the calls of strangers. */
  readonly publicRate: RateBound;
}

const problems = { '4xx': ProblemSchema };
const tags = ['members'];
const path = '/v1/invitations';

export function invitationRoutes(deps: InvitationRouteDeps): Routes {
  return async (app) => {
    await addManaging(deps)(app);
    await addAccepting(deps)(app);
  };
}

function addManaging({ db, invitations, idempotency, publicUrl }: InvitationRouteDeps): Routes {
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          ...{ tags, summary: 'Invite somebody; the token is in this answer alone' },
          description:
            'Answers the same whether the address has an account here or not. An invitation that waits for the same ' +
            'address is void from here on. A repeat with the same Idempotency-Key answers without the token.',
          ...{ headers: IdempotencyHeadersSchema, body: CreateInvitationSchema },
          response: { 201: CreatedInvitationSchema, ...problems },
        },
      },
      async ({ caller, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
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
      },
    );
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List invitations, newest first', querystring: InvitationListQuerySchema },
          response: { 200: PageSchema(InvitationSchema), ...problems },
        },
      },
      async ({ caller, query }) => invitations.list(caller.organisation, parsePage(query)),
    );
    app.delete(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Withdraw an invitation', params: MemberParamsSchema },
          response: { 204: Type.Null(), ...problems },
        },
      },
      async ({ caller, params }, reply) => {
        await db.transaction((tx) => invitations.revoke(tx, toAuthor(caller), params.id));
        return reply.code(204).send(null);
      },
    );
  };
}

function addAccepting({ invitations, publicRate }: InvitationRouteDeps): Routes {
  return async (app) => {
    app.post(
      `${path}/:id/accept`,
      {
        schema: {
          ...{ tags, summary: 'Join with the token of an invitation; needs no account', params: MemberParamsSchema },
          body: AcceptInvitationSchema,
          response: { 200: MemberSchema, ...problems },
        },
      },
      async ({ ip, id: requestId, headers, params, body }, reply) => {
        publicRate.admit(ip);
        assertStorable(body);
        const userAgent = headers['user-agent']?.slice(0, 300) ?? null;
        const member = await invitations.accept(
          { ...body, origin: { ipAddress: ip, userAgent, requestId } },
          params.id,
        );
        return reply.header('cache-control', 'no-store').send(member);
      },
    );
  };
}

/** The link holds the token in its path: the page is `/invite/<token>`, which tells no other site its address. */
function toShown(secret: Secret, publicUrl: string | undefined): { token: string; url?: string } {
  const token = secret.reveal();
  return publicUrl === undefined ? { token } : { token, url: `${publicUrl.replace(/\/$/, '')}/invite/${token}` };
}
