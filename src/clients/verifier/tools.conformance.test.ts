/** Calls about tools of agents behave the same over HTTP and in one process. */
import { afterEach, describe, expect, it } from 'vitest';
import type { AgentTools } from '../../contract/agent-tools.ts';
import { AppError } from '../../platform/errors.ts';
import { createAccess } from '../../platform/http/access.ts';
import { createHttpApp, type HttpApp } from '../../platform/http/app.ts';
import { createLogger } from '../../platform/log.ts';
import type { VerifierClient } from './client.ts';
import { createHttpVerifierClient } from './http.ts';
import { createLocalVerifierClient } from './local.ts';

const log = createLogger({ service: 'verifier', level: 'silent' });
const closing: (() => Promise<void>)[] = [];
const etag = `"${'a'.repeat(64)}"`;
const tools: AgentTools = {
  agent_id: 'clerk',
  workspace_id: 'default',
  user_may_speak: null,
  good_for_s: 60,
  servers: [
    {
      installation_id: 'ins_1',
      app_id: 'app_1',
      title: 'CRM',
      server: 'crm',
      alias: 'crm',
      service: 'crm',
      resource: null,
      auth: { required: false, status: 'not_required', connect_url: null },
      quarantined: false,
      target: { kind: 'remote', type: 'streamable-http', url: 'https://crm.example.com/mcp', headers: [] },
      tools: [
        {
          name: 'search',
          definition: { name: 'search', inputSchema: {}, 'x-other': [1] },
          hash: 'sha256:1',
          mode: 'available',
          callable: true,
          reason: null,
        },
      ],
      blocked: ['delete'],
    },
  ],
};
const reported = {
  installation_id: 'ins_1',
  callable: false,
  tools_snapshot_hash: null,
  tools_present_hash: 'sha256:2',
};

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Records the calls; answers by the agent's name. */
function aVerifierApp(asked: string[]): HttpApp {
  const app = createHttpApp({ service: 'verifier', log, access: createAccess({ host: '127.0.0.1' }) });
  app.register(async (scope) => {
    scope.get('/v1/gateways/:id/agents/:agent_id/tools', async (request, reply) => {
      asked.push(request.url);
      const { agent_id: agent }: { agent_id: string } = Object(request.params);
      if (agent === 'crash') throw new Error('the database is gone');
      if (agent === 'idle') throw new AppError('agent_suspended', 'x', { detail: 'it is suspended' });
      if (agent === 'nobody') throw new AppError('not_found', 'x', { extensions: { reason: 'unknown_agent' } });
      if (agent === 'unasked') return reply.code(304).send();
      if (agent === 'tagless') return { ...tools, agent_id: agent };
      reply.header('etag', agent === 'odd' ? 'x y' : etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      if (agent === 'shapeless') return { ...tools, agent_id: agent, servers: [{ alias: 'A_b' }] };
      return { ...tools, agent_id: agent === 'other' ? 'clerk' : agent };
    });
    scope.post('/v1/gateways/:id/tools', async (request) => {
      const { id }: { id: string } = Object(request.params);
      const { installation_id: installation }: { installation_id: string } = Object(request.body);
      if (id !== 'gw/1') throw new AppError('forbidden', 'x', { detail: 'not your gateway' });
      if (installation === 'odd') return { ...reported, callable: 'yes' };
      return { ...reported, installation_id: installation };
    });
  });
  return app;
}

interface Connected {
  readonly client: VerifierClient;
  readonly asked: string[];
}

async function connectLocal(): Promise<Connected> {
  const asked: string[] = [];
  const app = aVerifierApp(asked);
  closing.push(() => app.close());
  return { client: createLocalVerifierClient(app), asked };
}

async function connectHttp(): Promise<Connected> {
  const asked: string[] = [];
  const app = aVerifierApp(asked);
  closing.push(() => app.close());
  const client = createHttpVerifierClient({ url: await app.listen({ host: '127.0.0.1', port: 0 }) });
  closing.push(() => client.close());
  return { client, asked };
}

describe.each([['local', connectLocal] as const, ['http', connectHttp] as const])(
  'tools of agents, from a verifier reached by %s',
  (_name, connect) => {
    it('are complete with their ETag, and not repeated when known', async () => {
      const { client, asked } = await connect();
      const question = { gatewayId: 'gw/1', agentId: 'clerk' };
      expect(await client.agentTools(question)).toEqual({ status: 'changed', etag, tools });
      expect(await client.agentTools({ ...question, etag })).toEqual({ status: 'unchanged' });
      expect(asked[0]).toBe('/v1/gateways/gw%2F1/agents/clerk/tools');
    });

    it('are requested for the speaking person by their token, and for the person that the agent acts for', async () => {
      const { client, asked } = await connect();
      await client.agentTools({ gatewayId: 'gw', agentId: 'clerk', userId: 'usr_a', grantId: 'a&b' });
      await client.agentTools({ gatewayId: 'gw', agentId: 'clerk', onBehalfOf: 'usr_b' });
      expect(asked.map((url) => url.split('?')[1])).toEqual(['user_id=usr_a&grant_id=a%26b', 'on_behalf_of=usr_b']);
    });

    it("of an inactive or unknown agent are refused with the verifier's code", async () => {
      const { client } = await connect();
      const ask = (agentId: string) => client.agentTools({ gatewayId: 'gw', agentId });
      await expect(ask('idle')).rejects.toMatchObject({ code: 'agent_suspended', detail: 'it is suspended' });
      await expect(ask('nobody')).rejects.toMatchObject({
        code: 'not_found',
        extensions: { reason: 'unknown_agent' },
      });
    });

    it.each(['crash', 'tagless', 'odd', 'shapeless', 'other', 'unasked'])(
      'are empty for an invalid answer (%s)',
      async (agentId) => {
        const { client } = await connect();
        const asked = client.agentTools({ gatewayId: 'gw', agentId });
        await expect(asked).rejects.toMatchObject({ code: 'verifier_unavailable' });
      },
    );

    it("end with the caller's signal", async () => {
      const { client } = await connect();
      const signal = AbortSignal.abort(new Error('the client is gone'));
      const asked = client.agentTools({ gatewayId: 'gw', agentId: 'clerk', signal });
      await expect(asked).rejects.toThrow('the client is gone');
    });

    it('are reported as seen, and the answer says whether any may be called', async () => {
      const { client } = await connect();
      const report = (installation_id: string) => ({ installation_id, tools: [{ name: 'search', inputSchema: {} }] });
      expect(await client.reportTools('gw/1', report('ins_1'))).toEqual(reported);
      await expect(client.reportTools('gw', report('ins_1'))).rejects.toMatchObject({ code: 'forbidden' });
      const odd = client.reportTools('gw/1', report('odd'));
      await expect(odd).rejects.toMatchObject({ code: 'verifier_unavailable' });
    });
  },
);
