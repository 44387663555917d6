/** HTTP routes of gateways: long polls for the bundle and the standing, reports, and the rollout of a revision. */
import type { FastifyReply } from 'fastify';
import { gateways as operations } from '../../../contract/api/gateways/operations.ts';
import { mountRaw, type RawHandler } from '../../../platform/http/mount-raw.ts';
import { assertMayWrite } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import { acceptsGzip, parseKnown, parseWait } from './prefer.ts';
import type { Poll, PollAnswer } from './revision-watch.ts';
import type { Gateways } from './service.ts';

export interface GatewayRouteDeps {
  readonly gateways: Gateways;
  readonly mount: Mount;
}

/** `/v1/gateways`. */
export function gatewayRoutes({ gateways, mount }: GatewayRouteDeps): Routes {
  return async (app) => {
    mountRaw(app, operations.getBundle, (call) => answerPoll(gateways.poll, call));
    mountRaw(app, operations.getStanding, (call) => answerPoll(gateways.pollStanding, call));
    mount.read(app, operations.reportStatus, ({ caller, params, body }) =>
      gateways.report(caller.organisation, params.id, body),
    );
    mount.read(app, operations.list, ({ caller, page }) => gateways.list(caller.organisation, page));
    mount.read(app, operations.getRollout, ({ caller, query }) =>
      gateways.rollout(caller.organisation, query.revision),
    );
    mount.read(app, operations.get, ({ caller, params }) => gateways.get(caller.organisation, params.id));
    mount.read(app, operations.remove, async ({ author, params }) => {
      assertMayWrite(author);
      await gateways.remove(author, params.id);
    });
    // Waiting polls are answered, not cut off: a gateway then asks the next process.
    app.addHook('preClose', async () => gateways.close());
  };
}

type PollCall = Parameters<RawHandler<typeof operations.getBundle>>[0];

/** Answers a signed document, or 304 at the end of the wait. */
async function answerPoll(
  ask: (poll: Poll) => Promise<PollAnswer>,
  { params, headers, request, reply }: PollCall,
): Promise<FastifyReply> {
  const waitS = parseWait(headers.prefer);
  const gone = new AbortController();
  // Listens on the response: the request's own `close` comes at once, because it has no body.
  reply.raw.once('close', () => gone.abort());
  const answer = await ask({
    orgId: request.caller.organisation,
    id: params.id,
    known: parseKnown(headers['if-none-match']),
    waitMs: waitS * 1000,
    signal: gone.signal,
  });
  reply.header('cache-control', 'private, no-cache').header('vary', 'accept-encoding');
  if (waitS > 0) reply.header('preference-applied', `wait=${waitS}`);
  return sendAnswer(reply, answer, acceptsGzip(request.headers['accept-encoding']));
}

async function sendAnswer(reply: FastifyReply, answer: PollAnswer, packed: boolean): Promise<FastifyReply> {
  if (answer.status === 'unchanged') return reply.code(304).header('etag', answer.etag).send();
  const { document } = answer;
  reply.header('etag', document.etag).type(operations.getBundle.produces);
  if (!packed) return reply.send(document.jws);
  return reply.header('content-encoding', 'gzip').send(await document.gzip());
}
