/** HTTP of gateways: the long polls for bundle and standing, what they report, and how far a change has come. */

import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { PageSchema } from '../../contract/api/page.ts';
import { GatewayReportSchema } from '../../contract/control/gateway-report.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import { parsePage } from '../../platform/http/page.ts';
import { assertMayWrite, toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import { assertStorable } from '../storable.ts';
import { acceptsGzip, parseKnown, parseWait } from './prefer.ts';
import {
  GatewayListQuerySchema,
  GatewayParamsSchema,
  GatewaySchema,
  PollHeadersSchema,
  RolloutQuerySchema,
  RolloutSchema,
} from './schema.ts';
import type { Gateways, PollAnswer } from './service.ts';

const tags = ['gateways'];
const problems = { '4xx': ProblemSchema };
const path = '/v1/gateways';
/** A signed bundle (RFC 7519 section 10.3.1). */
const bundleMediaType = 'application/jwt';

/** `/v1/gateways`. */
export function gatewayRoutes({ gateways }: { gateways: Gateways }): Routes {
  return async (app) => {
    await addDocuments(gateways)(app);
    await addReport(gateways)(app);
    await addStatus(gateways)(app);
    // Polls that wait are answered, not cut off: a gateway then asks the next process.
    app.addHook('preClose', async () => gateways.close());
  };
}

/** What gateways act on; each answers by a signed document, or 304. */
const documents = [
  {
    name: 'bundle',
    summary: 'What the gateways of an organisation act on, signed; waits for a change where it is asked to',
    description: 'compact JWS, typ config-bundle+jwt, ES256, signed by a key of the verifier',
  },
  {
    name: 'standing',
    summary: 'Who may still call at the gateways of an organisation, signed; waits for a change where it is asked to',
    description: 'compact JWS, typ config-standing+jwt, ES256, signed by a key of the verifier',
  },
] as const;

function addDocuments(gateways: Gateways): Routes {
  return async (app) => {
    for (const { name, summary, description } of documents) {
      app.get(
        `${path}/:id/${name}`,
        {
          schema: {
            ...{ tags, summary, params: GatewayParamsSchema, headers: PollHeadersSchema },
            produces: [bundleMediaType],
            response: {
              200: Type.String({ description }),
              304: Type.Null({ description: 'nothing else than what is known, for as long as the wait was' }),
              ...problems,
            },
          },
        },
        async ({ caller, params, headers }, reply) => {
          const waitS = parseWait(headers.prefer);
          const gone = new AbortController();
          // The answer's own end: that of a request without a body comes at once.
          reply.raw.once('close', () => gone.abort());
          const poll = {
            ...{ orgId: caller.organisation, id: params.id, known: parseKnown(headers['if-none-match']) },
            ...{ waitMs: waitS * 1000, signal: gone.signal },
          };
          const answer = await (name === 'bundle' ? gateways.poll(poll) : gateways.pollStanding(poll));
          reply.header('cache-control', 'private, no-cache').header('vary', 'accept-encoding');
          if (waitS > 0) reply.header('preference-applied', `wait=${waitS}`);
          return sendAnswer(reply, answer, acceptsGzip(headers['accept-encoding']));
        },
      );
    }
  };
}

function addReport(gateways: Gateways): Routes {
  return async (app) => {
    app.post(
      `${path}/:id/status`,
      {
        schema: {
          tags,
          summary: 'What a gateway runs, and what of it does not work',
          params: GatewayParamsSchema,
          body: GatewayReportSchema,
          response: { 204: Type.Null(), ...problems },
        },
      },
      async ({ caller, params, body }, reply) => {
        assertStorable(body);
        await gateways.report(caller.organisation, params.id, body);
        return reply.code(204).send(null);
      },
    );
  };
}

function addStatus(gateways: Gateways): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List gateways with the version that each runs, newest first' },
          querystring: GatewayListQuerySchema,
          response: { 200: PageSchema(GatewaySchema), ...problems },
        },
      },
      ({ caller, query }) => gateways.list(caller.organisation, parsePage(query)),
    );
    app.get(
      `${path}/rollout`,
      {
        schema: {
          ...{ tags, summary: 'How many gateways have taken a revision, and which have not' },
          querystring: RolloutQuerySchema,
          response: { 200: RolloutSchema, ...problems },
        },
      },
      ({ caller, query }) => gateways.rollout(caller.organisation, query.revision),
    );
    app.get(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Read a gateway', params: GatewayParamsSchema },
          response: { 200: GatewaySchema, ...problems },
        },
      },
      ({ caller, params }) => gateways.get(caller.organisation, params.id),
    );
    app.delete(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Forget a gateway that is gone; one that polls again is there again' },
          params: GatewayParamsSchema,
          response: { 204: Type.Null(), ...problems },
        },
      },
      async ({ caller, params }, reply) => {
        const author = toAuthor(caller);
        assertMayWrite(author);
        await gateways.remove(author, params.id);
        return reply.code(204).send(null);
      },
    );
  };
}

async function sendAnswer(reply: FastifyReply, answer: PollAnswer, packed: boolean): Promise<FastifyReply> {
  if (answer.status === 'unchanged') return reply.code(304).header('etag', answer.etag).send();
  const { document } = answer;
  reply.header('etag', document.etag).type(bundleMediaType);
  if (!packed) return reply.send(document.jws);
  return reply.header('content-encoding', 'gzip').send(await document.gzip());
}
