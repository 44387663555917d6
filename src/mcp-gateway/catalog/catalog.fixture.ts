/** A catalog for tests: verifier, servers, judge and services with the test's answers, and a stopped clock. */

import { createFakeToolJudge, type FakeVerdicts } from '../../clients/tool-judge/client.fake.ts';
import type { AgentToolsAnswer, AgentToolsQuestion } from '../../clients/verifier/client.ts';
import type { AgentServer, AgentTool, AgentTools } from '../../contract/agent-tools.ts';
import type { ToolReport } from '../../contract/tool-report.ts';
import { createLogger } from '../../platform/log.ts';
import { hashOf, readDefinition } from '../../platform/tools/definition.ts';
import type { Principal, UpstreamEvent, UpstreamOutcome } from '../ports.ts';
import { type CatalogCache, type CatalogsDeps, createCatalogs } from './create.ts';
import type { ServicePlace } from './services.ts';

export type RawTool = Readonly<Record<string, unknown>>;

export const rawTool = (name: string, description = `Does ${name}`): RawTool => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
});

export const approved = (raw: RawTool, more: Partial<AgentTool> = {}): AgentTool => {
  const definition = readDefinition('any', raw);
  const known = { name: definition.name, definition: { ...raw }, hash: hashOf(definition) };
  return { ...known, mode: 'available', callable: true, reason: null, ...more };
};

export const anApp = (alias: string, tools: readonly AgentTool[], more: Partial<AgentServer> = {}): AgentServer => ({
  installation_id: `ins_${alias}`,
  app_id: `app_${alias}`,
  title: alias,
  server: alias,
  alias,
  service: alias,
  resource: null,
  auth: { required: false, status: 'ready', connect_url: null },
  quarantined: false,
  target: { kind: 'remote', type: 'streamable-http', url: 'https://tools.example/mcp', headers: [] },
  tools: [...tools],
  blocked: [],
  ...more,
});

export const aPrincipal = (agentId: string, more: Partial<Principal> = {}): Principal => ({
  agentId,
  authentication: 'oauth',
  credentialId: undefined,
  onBehalfOf: undefined,
  speaker: undefined,
  scopes: ['mcp:call'],
  key: JSON.stringify([agentId, more.onBehalfOf ?? null]),
  ...more,
});

export interface CatalogFixture {
  readonly room: CatalogCache;
  readonly servers: Map<string, readonly AgentServer[]>;
  readonly questions: AgentToolsQuestion[];
  readonly reports: ToolReport[];
  /** The tools that servers show, by alias; without an entry: the approved ones. */
  readonly shown: Map<string, readonly unknown[]>;
  readonly asked: { readonly alias: string; readonly agentId: string; readonly params: unknown }[];
  readonly judge: ReturnType<typeof createFakeToolJudge>;
  /** By alias; calls that server's listeners. */
  readonly events: Map<string, (event: UpstreamEvent) => void>;
  readonly documents: Map<string, unknown>;
  readonly fetched: string[];
  readonly state: {
    now: number;
    bundle: string | undefined;
    mayUserSpeak: boolean;
    goodForS: number;
    /** Refuses in place of the verifier. */
    refuse: ((question: AgentToolsQuestion) => void) | undefined;
    callable: (report: ToolReport) => boolean;
    /** Tools of our own services that rules do not allow, as `service/tool`. */
    blocked: Set<string>;
    /** Answers nothing about them, like an older verifier. */
    silent: boolean;
    /** Replaces a server's listing. */
    outcome: ((alias: string) => UpstreamOutcome | Promise<UpstreamOutcome> | undefined) | undefined;
  };
  /** Runs the periodic work once. */
  tick(): void;
}

export interface FixtureRequests {
  readonly services?: readonly ServicePlace[];
  readonly verdicts?: FakeVerdicts;
  readonly deps?: Partial<CatalogsDeps>;
}

export const intervalMs = 30_000;

export function openCatalog({ services = [], verdicts = {}, deps = {} }: FixtureRequests = {}): CatalogFixture {
  const servers: CatalogFixture['servers'] = new Map();
  const [questions, reports, asked]: [AgentToolsQuestion[], ToolReport[], CatalogFixture['asked'][number][]] = [
    [],
    [],
    [],
  ];
  const [shown, events]: [CatalogFixture['shown'], CatalogFixture['events']] = [new Map(), new Map()];
  const documents: CatalogFixture['documents'] = new Map();
  const fetched: string[] = [];
  const state: CatalogFixture['state'] = {
    now: Date.UTC(2026, 0, 1),
    bundle: 'b.1',
    mayUserSpeak: true,
    goodForS: 60,
    refuse: undefined,
    callable: () => true,
    blocked: new Set(),
    silent: false,
    outcome: undefined,
  };
  let work: (() => void) | undefined;
  const judge = createFakeToolJudge(verdicts);

  const agentTools = async (question: AgentToolsQuestion): Promise<AgentToolsAnswer> => {
    questions.push(question);
    state.refuse?.(question);
    const tools: AgentTools = {
      agent_id: question.agentId,
      workspace_id: 'wsp_default',
      good_for_s: state.goodForS,
      user_may_speak: question.userId === undefined ? null : state.mayUserSpeak,
      servers: [...(servers.get(question.agentId) ?? [])],
      ...(state.silent
        ? {}
        : { own_tools: (question.ownTools?.split(',') ?? []).filter((tool) => !state.blocked.has(tool)) }),
    };
    const etag = JSON.stringify(tools);
    return question.etag === etag ? { status: 'unchanged' } : { status: 'changed', etag, tools };
  };

  const room = createCatalogs({
    verifier: {
      agentTools,
      async reportTools(_gatewayId, report) {
        reports.push(report);
        return {
          installation_id: report.installation_id,
          callable: state.callable(report),
          tools_snapshot_hash: null,
          tools_present_hash: 'sha256:0',
        };
      },
    },
    upstreams: {
      async request(server, principal, { params }) {
        asked.push({ alias: server.alias, agentId: principal.agentId, params });
        const said = await state.outcome?.(server.alias);
        if (said !== undefined) return said;
        const known = server.kind === 'app' ? server.app.tools.map(({ definition }) => definition) : [];
        return { kind: 'answered', result: { tools: shown.get(server.alias) ?? known }, credentialId: null };
      },
      listen: (server, _principal, _wanted, onEvent, signal) =>
        new Promise((resolve) => {
          events.set(server.alias, onEvent);
          signal.addEventListener('abort', () => {
            events.delete(server.alias);
            resolve();
          });
        }),
    },
    fetch: async (_place, url) => {
      fetched.push(url);
      const document = documents.get(url);
      return document === undefined ? new Response('', { status: 503 }) : Response.json(document);
    },
    every(doIt) {
      work = doIt;
      return () => {
        work = undefined;
      };
    },
    toolJudge: judge,
    services,
    gatewayId: 'gw',
    bundleVersion: () => state.bundle,
    clock: { now: () => state.now },
    randomBytes: (size) => new Uint8Array(size).fill(7),
    log: createLogger({ service: 'test', level: 'silent' }),
    discoveryIntervalMs: intervalMs,
    ...deps,
  });
  return {
    room,
    servers,
    questions,
    reports,
    shown,
    asked,
    judge,
    events,
    documents,
    fetched,
    state,
    tick: () => work?.(),
  };
}

export const namesOf = async (room: CatalogCache, principal: Principal): Promise<string[]> =>
  (await room.of(principal)).tools.map(({ publicName }) => publicName);
