/** Tool calls with a judge and a server that the test plays. */
import { randomBytes } from 'node:crypto';
import { Registry } from 'prom-client';
import { createFakeToolJudge, type FakeToolJudge } from '../../clients/tool-judge/client.fake.ts';
import { createLogger } from '../../platform/log.ts';
import type {
  CatalogTool,
  JsonObject,
  Principal,
  ToolCallEnd,
  ToolCallRequest,
  UpstreamOutcome,
  UpstreamRequest,
} from '../ports.ts';
import { type Calls, createToolCalling } from './create.ts';
import type { CallSettings } from './limits.ts';

export const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

export const somePrincipal: Principal = {
  agentId: 'bot',
  authentication: 'api_key',
  credentialId: 'key_1',
  onBehalfOf: undefined,
  speaker: undefined,
  scopes: 'all',
  key: 'bot/key_1',
};

export const someDefinition = {
  name: 'send',
  description: 'Sends a letter.',
  inputSchema: {
    type: 'object',
    properties: { to: { type: 'string' }, text: { type: 'string' } },
    required: ['to'],
    additionalProperties: false,
  },
};

export interface ToolChange {
  readonly alias?: string;
  readonly definition?: JsonObject;
  readonly hash?: string;
  readonly quarantined?: boolean;
}

/** A tool of an installed app. */
export function someTool(change: ToolChange = {}): CatalogTool {
  const { alias = 'mail', definition = someDefinition, hash = 'sha256:1', quarantined = false } = change;
  const approved = { name: 'send', definition, hash, mode: 'available' as const, callable: true, reason: null };
  const app = {
    installation_id: 'ins_1',
    app_id: 'app_1',
    title: 'Mail',
    server: 'main',
    alias,
    service: 'mail',
    resource: null,
    auth: { required: false, status: 'not_required', connect_url: null },
    quarantined,
    target: { kind: 'remote' as const, type: 'streamable-http' as const, url: 'https://mail.example/mcp', headers: [] },
    tools: [approved],
    blocked: [],
  };
  const server = { kind: 'app' as const, alias, app };
  return { publicName: `${alias}__send`, server, name: 'send', definition, approved };
}

function someRequest(change: Partial<ToolCallRequest> = {}): ToolCallRequest {
  return {
    tool: someTool(),
    arguments: { to: 'anna' },
    requestState: undefined,
    inputResponses: undefined,
    clientCapabilities: undefined,
    traceparent,
    sessionId: undefined,
    onProgress: undefined,
    signal: new AbortController().signal,
    ...change,
  };
}

export const textResult = (text: string): JsonObject => ({ content: [{ type: 'text', text }] });
export const answered = (result: JsonObject = textResult('sent')): UpstreamOutcome => ({
  kind: 'answered',
  result,
  credentialId: 'scr_1',
});

export interface PlayedCalls extends Calls {
  readonly judge: FakeToolJudge;
  readonly sent: { readonly principal: Principal; readonly request: UpstreamRequest }[];
  readonly clock: { now(): number; set(timeMs: number): void };
  readonly registry: Registry;
  readonly logged: string[];
  /** Version of the configuration in use. */
  readonly bundle: { version: string };
  /** Sets the server's answers from now on. */
  serve(answer: (request: UpstreamRequest) => UpstreamOutcome | Promise<UpstreamOutcome>): void;
  call(request?: Partial<ToolCallRequest>, principal?: Partial<Principal>): Promise<ToolCallEnd>;
}

export function playCalls(settings: Partial<CallSettings> = {}): PlayedCalls {
  const judge = createFakeToolJudge();
  const sent: { principal: Principal; request: UpstreamRequest }[] = [];
  const [registry, logged] = [new Registry(), [] as string[]];
  let now = Date.parse('2026-01-01T00:00:00Z');
  let answer: (request: UpstreamRequest) => UpstreamOutcome | Promise<UpstreamOutcome> = () => answered();
  const clock = {
    now: () => now,
    set: (timeMs: number) => {
      now = timeMs;
    },
  };
  const bundle = { version: 'b.1' };
  const calls = createToolCalling({
    bundleVersion: () => bundle.version,
    judge,
    clock,
    randomBytes,
    registry,
    stateKeys: { current: new Uint8Array(32).fill(1), previous: undefined },
    upstreams: {
      request: async (_server, principal, request) => {
        sent.push({ principal, request });
        return answer(request);
      },
    },
    settings: { maxConcurrent: 10, callsPerMinute: 100_000, ...settings },
    log: createLogger({ service: 'test', level: 'debug', destination: { write: (line) => void logged.push(line) } }),
  });
  return {
    ...calls,
    judge,
    sent,
    clock,
    registry,
    logged,
    bundle,
    serve(next) {
      answer = next;
    },
    call: (request, principal) => calls.calling.call({ ...somePrincipal, ...principal }, someRequest(request)),
  };
}

/** The refusal of a call; throws where it is none. */
export function refusalOf(end: ToolCallEnd) {
  if (end.kind !== 'refused') throw new Error(`not refused: ${JSON.stringify(end)}`);
  return end.refusal;
}
