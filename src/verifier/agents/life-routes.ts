/** `POST /v1/agents/{id}/{approve, activate, suspend, …}`: each is one transaction, and its repeat answers the same. */
import { IdempotencyHeadersSchema } from '../../contract/api/headers.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Secret } from '../../platform/secret.ts';
import { type Author, toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { RepeatableWrite } from '../idempotency/service.ts';
import { toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import { NothingSchema, OptionalReasonSchema, ReasonSchema, RotateSchema, TransferSchema } from './life-schema.ts';
import type { AgentRouteDeps } from './routes.ts';
import { AgentParamsSchema, AgentSchema, AgentWithSecretSchema, HeartbeatSchema } from './schema.ts';
import type { Agents } from './service.ts';

const tags = ['agents'];
const problems = { '4xx': ProblemSchema };

type Run = (tx: Db, author: Author, id: string, reason: string | undefined) => Promise<unknown>;

interface Act {
  readonly verb: string;
  readonly summary: string;
  readonly run: Run;
  /** Whether it is done without a reason. */
  readonly reason: 'needed' | 'welcome';
}

export function lifeRoutes(deps: AgentRouteDeps): Routes {
  const acts = listActs(deps.agents);
  return async (app) => {
    for (const one of acts) await act(deps, one)(app);
    await transfer(deps)(app);
    await rotation(deps)(app);
    await heartbeat(deps)(app);
  };
}

function listActs(agents: Agents): Act[] {
  return [
    {
      ...{
        verb: 'approve',
        summary: 'Approve an agent that waits for it; not by who registered it',
        reason: 'welcome',
      },
      run: (tx, author, id, reason) => agents.approve(tx, author, id, reason),
    },
    {
      ...{ verb: 'activate', summary: 'Let an approved agent run', reason: 'welcome' },
      run: (tx, author, id, reason) => agents.activate(tx, author, id, reason),
    },
    {
      ...{
        verb: 'suspend',
        summary: 'Stop an agent at once: its tokens are dead, gateways refuse it',
        reason: 'needed',
      },
      run: (tx, author, id, reason) => agents.suspend(tx, author, id, given(reason)),
    },
    {
      ...{ verb: 'reactivate', summary: 'Let a suspended agent run again; old tokens stay dead', reason: 'needed' },
      run: (tx, author, id, reason) => agents.reactivate(tx, author, id, given(reason)),
    },
    {
      ...{ verb: 'decommission', summary: 'End an agent for good: there is no way back', reason: 'welcome' },
      run: (tx, author, id, reason) => agents.decommission(tx, author, id, reason),
    },
    {
      ...{ verb: 'attest', summary: 'Say, as its owner, that the agent is still needed', reason: 'welcome' },
      run: (tx, author, id) => agents.attest(tx, author, id),
    },
  ];
}

function given(reason: string | undefined): string {
  if (reason === undefined) throw new Error('the schema asks for a reason');
  return reason;
}

function act(deps: AgentRouteDeps, { verb, summary, run, reason }: Act): Routes {
  return async (app) => {
    app.post(
      `/v1/agents/:id/${verb}`,
      {
        schema: {
          ...{ tags, summary, params: AgentParamsSchema, headers: IdempotencyHeadersSchema },
          body: reason === 'needed' ? ReasonSchema : OptionalReasonSchema,
          response: { 200: AgentSchema, ...problems },
        },
      },
      async ({ caller, params: { id }, headers, body }, reply) => {
        const author = toAuthor(caller);
        const write = toWrite(author, { id, verb, key: headers['idempotency-key'], request: body });
        const { body: agent } = await deps.idempotency.once(write, async (tx) => {
          await run(tx, author, id, body?.reason);
          return { status: 200, body: await deps.agents.view(tx, author.orgId, id) };
        });
        return reply.header('etag', toEtag(agent.revision)).send(agent);
      },
    );
  };
}

function transfer({ agents, idempotency }: AgentRouteDeps): Routes {
  return async (app) => {
    app.post(
      '/v1/agents/:id/transfer',
      {
        schema: {
          ...{ tags, summary: 'Give an agent another owner; one that lost its last owner runs again' },
          ...{ params: AgentParamsSchema, headers: IdempotencyHeadersSchema, body: TransferSchema },
          response: { 200: AgentSchema, ...problems },
        },
      },
      async ({ caller, params: { id }, headers, body }, reply) => {
        const author = toAuthor(caller);
        const write = toWrite(author, { id, verb: 'transfer', key: headers['idempotency-key'], request: body });
        const { body: agent } = await idempotency.once(write, async (tx) => {
          await agents.transfer(tx, author, id, body);
          return { status: 200, body: await agents.view(tx, author.orgId, id) };
        });
        return reply.header('etag', toEtag(agent.revision)).send(agent);
      },
    );
  };
}

function rotation({ agents, idempotency }: AgentRouteDeps): Routes {
  return async (app) => {
    app.post(
      '/v1/agents/:id/rotate-credentials',
      {
        schema: {
          tags,
          summary:
            'Give an agent new keys, or a new client secret that is shown in this answer alone; the old credential is ' +
            'dead at once, tokens that were issued before only with `revoke_tokens`',
          ...{ params: AgentParamsSchema, headers: IdempotencyHeadersSchema, body: RotateSchema },
          response: { 200: AgentWithSecretSchema, ...problems },
        },
      },
      async ({ caller, params: { id }, headers, body: sent }, reply) => {
        const body = sent ?? {};
        assertStorable(body);
        const author = toAuthor(caller);
        // The memory of repeatable writes keeps the answer without the secret.
        let secret: Secret | undefined;
        const key = headers['idempotency-key'];
        const write = toWrite(author, { id, verb: 'rotate-credentials', key, request: body });
        const { body: agent } = await idempotency.once(write, async (tx) => {
          secret = (await agents.rotateCredentials(tx, author, id, body)).clientSecret;
          return { status: 200, body: await agents.view(tx, author.orgId, id) };
        });
        return reply
          .header('etag', toEtag(agent.revision))
          .header('cache-control', 'no-store')
          .send({ ...agent, ...(secret === undefined ? {} : { client_secret: secret.reveal() }) });
      },
    );
  };
}

function heartbeat({ agents }: AgentRouteDeps): Routes {
  return async (app) => {
    app.post(
      '/v1/agents/:id/heartbeat',
      {
        schema: {
          ...{ tags, summary: 'Note that an agent is alive; refused for one that must not run' },
          ...{ params: AgentParamsSchema, body: NothingSchema },
          response: { 200: HeartbeatSchema, ...problems },
        },
      },
      ({ caller, params }) => agents.heartbeat(caller.organisation, params.id),
    );
  };
}

interface AgentCall {
  readonly id: string;
  readonly verb: string;
  readonly key: string | undefined;
  readonly request: unknown;
}

function toWrite({ orgId }: Author, { id, verb, key, request }: AgentCall): RepeatableWrite {
  assertStorable(request ?? {});
  return { orgId, operation: `POST /v1/agents/${id}/${verb}`, key, request };
}
