/** `POST /v1/agents/{id}/{approve, activate, suspend, …}`: each is one transaction, and a repeat gets the same answer. */
import { agentStatusChanges as operations } from '../../../contract/api/agents/operations.ts';
import type { AgentView } from '../../../contract/api/agents/shapes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { mountRaw, type RawHandler } from '../../../platform/http/mount-raw.ts';
import type { Secret } from '../../../platform/secret.ts';
import { type Author, toAuthor } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import { toEtag } from '../../base/revision.ts';
import { assertStorable } from '../../base/storable.ts';
import type { AgentRouteDeps } from './routes.ts';

export function statusRoutes(deps: AgentRouteDeps): Routes {
  const { mount, agents } = deps;
  return async (app) => {
    addStates(deps)(app);
    addOwnership(deps)(app);
    mount.read(app, operations.heartbeat, ({ caller, params }) => agents.heartbeat(caller.organisation, params.id), {
      isBodyUnbounded: true,
    });
    mountRaw(app, operations.rotateCredentials, rotateCredentials(deps));
  };
}

interface AgentCall {
  readonly tx: Db;
  readonly author: Author;
  readonly params: { readonly id: string };
}

/** Gives the agent after a change. */
async function viewAfter(
  change: Promise<unknown>,
  { tx, author, params }: AgentCall,
  agents: AgentRouteDeps['agents'],
): Promise<AgentView> {
  await change;
  return agents.view(tx, author.orgId, params.id);
}

function addStates({ mount, agents }: AgentRouteDeps): (app: Parameters<Routes>[0]) => void {
  return (app) => {
    mount.write(app, operations.approve, (call) =>
      viewAfter(agents.approve(call.tx, call.author, call.params.id, call.body?.reason), call, agents),
    );
    mount.write(app, operations.activate, (call) =>
      viewAfter(agents.activate(call.tx, call.author, call.params.id, call.body?.reason), call, agents),
    );
    mount.write(app, operations.stop, (call) =>
      viewAfter(agents.stop(call.tx, call.author, call.params.id, call.body?.reason), call, agents),
    );
    mount.write(app, operations.start, (call) =>
      viewAfter(agents.start(call.tx, call.author, call.params.id, call.body?.reason), call, agents),
    );
    mount.write(app, operations.suspend, (call) =>
      viewAfter(agents.suspend(call.tx, call.author, call.params.id, call.body.reason), call, agents),
    );
    mount.write(app, operations.reactivate, (call) =>
      viewAfter(agents.reactivate(call.tx, call.author, call.params.id, call.body.reason), call, agents),
    );
    mount.write(app, operations.decommission, (call) =>
      viewAfter(agents.decommission(call.tx, call.author, call.params.id, call.body?.reason), call, agents),
    );
  };
}

function addOwnership({ mount, agents }: AgentRouteDeps): (app: Parameters<Routes>[0]) => void {
  return (app) => {
    mount.write(app, operations.attest, (call) =>
      viewAfter(agents.attest(call.tx, call.author, call.params.id), call, agents),
    );
    mount.write(app, operations.transfer, (call) =>
      viewAfter(agents.transfer(call.tx, call.author, call.params.id, call.body), call, agents),
    );
  };
}

/** Raw, because the idempotency store must keep the answer without the secret. */
function rotateCredentials({ agents, idempotency }: AgentRouteDeps): RawHandler<typeof operations.rotateCredentials> {
  return async ({ request: { caller }, reply, params: { id }, headers, body: sent }) => {
    const body = sent ?? {};
    assertStorable(body);
    const author = toAuthor(caller);
    let secret: Secret | undefined;
    const operation = `POST /v1/agents/${id}/rotate-credentials`;
    const write = { orgId: author.orgId, operation, key: headers['idempotency-key'], request: body };
    const { body: agent } = await idempotency.once(write, async (tx) => {
      secret = (await agents.rotateCredentials(tx, author, id, body)).clientSecret;
      return { status: 200, body: await agents.view(tx, author.orgId, id) };
    });
    return reply
      .header('etag', toEtag(agent.revision))
      .header('cache-control', 'no-store')
      .send({ ...agent, ...(secret === undefined ? {} : { client_secret: secret.reveal() }) });
  };
}
