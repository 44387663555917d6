/** Workflow steps over a listening verifier, a whole gateway, a model server and a tool server. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineAuditor } from '@assay/sdk';
import { createHttpVerifierClient } from '../../src/clients/verifier/http.ts';
import type { GraphNode } from '../../src/contract/api/workflows/graph.ts';
import { createId } from '../../src/platform/ids.ts';
import { createLogger } from '../../src/platform/log.ts';
import { loadVerifierConfig } from '../../src/verifier/base/config.ts';
import type {
  NestedRunState,
  StepCall,
  StepEnd,
  StepExecutor,
} from '../../src/verifier/composition/workflows/ports.ts';
import {
  createStepExecutor,
  type StepExecutorServices,
} from '../../src/verifier/composition/workflows/steps/create.ts';
import { openTestIssuer, type TestIssuer } from '../../src/verifier/identity/issuer/issuer.fixture.ts';
import {
  aTool,
  type McpServerFixture,
  openMcpServer,
} from '../../src/verifier/tools/installations/mcp-server.fixture.ts';
import { startTestGateway, type TestGateway } from './gateway.ts';
import { type ModelServer, startModelServer } from './model-server.ts';

const policy = `@id("open") permit (principal, action, resource);
@id("attack") forbid (principal, action, resource)
when { context.claims has injection_risk && context.claims.injection_risk.greaterThan(decimal("0.5")) };
@id("ask") @response("escalate") @reason("A person decides") forbid (principal, action, resource)
when { context.claims has must_ask && context.claims.must_ask };
@id("pay") @response("escalate")
forbid (principal, action == Assay::Action::"call_tool", resource == Assay::Tool::"pay");`;

/** `ATTACK` is an injection, `ASKME` needs a person; in every phase, tools included. */
const wordAuditor = defineAuditor({
  ...({ category: 'security', catalogPhase: 'input_guarding', icon: 'shield', color: 'red' } as const),
  id: 'words',
  name: 'Words',
  description: 'Finds words',
  defaultPort: 8192,
  phases: ['request', 'response', 'execution'],
  methods: [
    {
      name: 'words',
      produces: {
        injection_risk: { type: 'score_normalized', description: 'Risk' },
        must_ask: { type: 'boolean', description: 'Ask' },
      },
      run: ({ phase, input, output }) => {
        const all = phase === 'response' ? output : [input, output].join('\n');
        return [
          { name: 'injection_risk', value: all.includes('ATTACK') ? 1 : 0, confidence: 0.9 },
          { name: 'must_ask', value: all.includes('ASKME') },
        ];
      },
    },
  ],
});

export interface StepScene {
  readonly issuer: TestIssuer;
  readonly gateway: TestGateway;
  readonly model: ModelServer;
  readonly tools: McpServerFixture;
  readonly executor: StepExecutorServices;
  /** Installation of the agent `clerk`. */
  readonly installationId: string;
  /** Requested nested runs, and their states. */
  readonly nested: { state: NestedRunState; readonly started: unknown[] };
  /** Another process over the same database. */
  otherProcess(): StepExecutor;
  aCall(node: Partial<GraphNode> & Pick<GraphNode, 'type'>, input: unknown, change?: Partial<StepCall>): StepCall;
  /** Takes a step; retries while the gateway lacks the agent's newest state. */
  take(call: StepCall): Promise<StepEnd>;
  /** Sets the verifier's clock to the machine's. */
  now(): void;
  admin: TestIssuer['verifier']['admin'];
  /** Waits until the verifier has everything recorded. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export async function openStepScene(): Promise<StepScene> {
  const issuer = await openTestIssuer();
  const { verifier } = issuer;
  const { clock } = verifier;
  const { admin } = verifier;
  const folder = await mkdtemp(join(tmpdir(), 'assay-steps-'));
  await writeFile(join(folder, 'policy.cedar'), policy);
  const model = await startModelServer();
  const tools = await openMcpServer([
    ...[aTool('search', 'Searches', { annotations: { readOnlyHint: true } }), aTool('pay'), aTool('send')],
  ]);
  await issuer.agent('clerk', { model_id: 'test-model' });
  const gateway = await startTestGateway({
    folder,
    auditors: [wordAuditor],
    verifier: createHttpVerifierClient({ url: issuer.url }),
    env: { ASSAY_AUTHENTICATION: 'required', GATEWAY_UPSTREAM_URL: model.url },
  });
  const installationId = await install(issuer, tools.url);
  const nested: StepScene['nested'] = {
    state: { runId: 'wfr_child', status: 'open', output: null, error: null },
    started: [],
  };
  const open = () => {
    const { services } = verifier.verifier();
    return createStepExecutor({
      ...services,
      clock,
      log: createLogger({ service: 'test', level: 'silent' }),
      config: loadVerifierConfig({ VERIFIER_GATEWAY_URL: gateway.url }),
      db: verifier.testDb.database().db,
      holdOpen: async () => true,
      nestedRuns: {
        async start(asked: unknown) {
          nested.started.push(asked);
          return nested.state;
        },
        find: async () => nested.state,
      },
    });
  };
  const executor = open();
  const others: StepExecutorServices[] = [];
  const now = () => clock.set(Date.now());
  return {
    issuer,
    gateway,
    model,
    tools,
    executor,
    installationId,
    nested,
    now,
    admin,
    otherProcess() {
      const other = open();
      others.push(other);
      return other;
    },
    aCall: (node, input, change = {}) => ({
      orgId: 'default',
      workspaceId: 'default',
      workflowId: 'wfl_1',
      revision: 1,
      runId: createId('wfr', clock),
      stepId: createId('wfs', clock),
      turn: [],
      attempt: 0,
      agentId: 'clerk',
      node: { id: 'n', ref: null, config: {}, position: { x: 0, y: 0 }, ...node },
      input,
      traceId: Buffer.from(randomBytes(16)).toString('hex'),
      startedBy: 'usr_starter',
      depth: 0,
      signal: new AbortController().signal,
      aboutToAct: async () => undefined,
      ...change,
    }),
    async take(call) {
      for (let tries = 0; ; tries += 1) {
        now();
        const end = await executor.execute(call);
        const isEarly = end.kind === 'failed' && end.code === 'gateway_unauthorized';
        if (!isEarly || tries === 400) return end;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
    async flush() {
      now();
      await gateway.flush(AbortSignal.timeout(45_000));
    },
    async close() {
      for (const each of [executor, ...others]) await each.backgroundWork.close();
      await gateway.dispose();
      await rm(folder, { recursive: true, force: true });
      await model.close();
      await tools.close();
      await issuer.close();
    },
  };
}

async function install({ verifier }: TestIssuer, url: string): Promise<string> {
  const app = await verifier.admin('POST', '/v1/app-catalog', {
    name: 'com.example/tools',
    type: 'mcp_server',
    version: '1.0.0',
    title: 'Tools',
    description: 'For tests',
    remotes: [{ type: 'streamable-http', url }],
  });
  const appId = String(app.body['id']);
  await verifier.admin('POST', '/v1/scoped-tools', {
    scope: { level: 'org', id: 'default' },
    tool: { app_id: appId, server: '*', name: '*' },
    mode: 'available',
    reason: 'for tests',
  });
  const made = await verifier.admin('POST', `/v1/app-catalog/${appId}/install`, { agent_id: 'clerk' });
  if (made.status !== 202) throw new Error(`not installed: ${JSON.stringify([app.body, made.body])}`);
  await verifier.verifier().services.installationWork.idle();
  return String(made.body['id']);
}
