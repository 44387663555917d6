/**
 * What the rooms of the MCP gateway know of each other. access says who calls; catalog what that caller may see; calls
 * carries one call through judgement, credential, server and judgement; upstreams holds the servers; protocol speaks MCP.
 */
import type { AgentServer, AgentTool } from '../contract/agent-tools.ts';
import type { TextKind, ToolCaller } from '../contract/tool-calls.ts';
import type { Secret } from '../platform/secret.ts';

/** JSON as it came, never yet looked at. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Who calls, for as long as one request lasts. */
export interface Principal {
  /** In whose name everything is judged and recorded. */
  readonly agentId: string;
  readonly authentication: NonNullable<ToolCaller['authentication']>;
  readonly credentialId: string | undefined;
  /** The person whom the agent calls for, by a delegation. */
  readonly onBehalfOf:
    | { readonly user: string; readonly grantId: string; readonly tools?: readonly string[]; readonly token?: Secret }
    | undefined;
  /** The person who speaks for the agent with a token of their own; undefined where the agent calls itself. */
  readonly speaker: string | undefined;
  /** What that token rests on: whoever took it back speaks for nobody by it. */
  readonly speakerGrantId?: string | undefined;
  /** `all`, or what the credential is good for. */
  readonly scopes: 'all' | readonly string[];
  /**
   * The same for the same agent, person, grant and credential, and for nobody else: what caches, limits and sealed
   * states are bound to. Holds no secret.
   */
  readonly key: string;
}

/** Scopes of the MCP gateway: each step needs one; `mcp:call` says `mcp:list` too. */
export const mcpScopes = { list: 'mcp:list', call: 'mcp:call' } as const;

/** A server that an agent may reach: an installed app, or one of our own services. */
export type CatalogServer =
  | { readonly kind: 'app'; readonly alias: string; readonly app: AgentServer }
  | { readonly kind: 'service'; readonly alias: string; readonly title: string; readonly service: OwnService };

/** One of our services, found by its metadata document. */
export interface OwnService {
  /** `injection`, `gateway`, `verifier` … */
  readonly name: string;
  readonly url: string;
  readonly toolsPath: string;
}

/** One tool of a catalog. */
export interface CatalogTool {
  /** What clients call it: `{alias}__{name}`, or the bare name at the endpoint of one server. */
  readonly publicName: string;
  readonly server: CatalogServer;
  /** As its server names it; what policies, consents and Evidence go by. */
  readonly name: string;
  /** As clients see it; its name is `publicName`. */
  readonly definition: JsonObject;
  /** Undefined for tools of our own services. */
  readonly approved: AgentTool | undefined;
}

/** What one principal sees, at one moment. Never shared between principals. */
export interface Catalog {
  /** Changes whenever something in it does. */
  readonly version: string;
  readonly servers: readonly CatalogServer[];
  /** In the order of their names: the same each time. */
  readonly tools: readonly CatalogTool[];
  find(publicName: string): CatalogTool | undefined;
  /** The same for one server, its tools by their bare names; undefined where this principal has no such server. */
  forServer(alias: string): Catalog | undefined;
}

/**
 * `said`: aliases of servers that say that their tools changed, where all that this principal sees is as it was; it sees a
 * tool of each. Undefined where what it sees is another.
 */
export type CatalogListener = (said: ReadonlySet<string> | undefined) => void;

export interface Catalogs {
  /**
   * What this principal sees now. @throws AppError `forbidden` for a person who may not speak for the agent,
   * `agent_suspended` and its like, `verifier_unavailable` where nothing is known and nobody can be asked.
   */
  of(principal: Principal): Promise<Catalog>;
  /**
   * The tool that a call names, after its server was asked anew for its tools where that was due, which may take a moment.
   * With `alias`: at the endpoint of that server, by its bare name. Undefined where there is none (any more); `unjudged`
   * where there is one, and nobody could judge its definition within the time that a call waits for that. @throws as `of`.
   */
  toCall(principal: Principal, publicName: string, alias?: string): Promise<CatalogTool | 'unjudged' | undefined>;
  /** Told when what a principal sees becomes another, or a server says so; the call returned ends it. */
  onChange(principal: Principal, listener: CatalogListener): () => void;
  /** For /health: services that were skipped, servers whose tools cannot be listed, and why. */
  skipped(): readonly { readonly name: string; readonly reason: string }[];
  close(): Promise<void>;
}

/** Asks a server something in the name of a principal, with the credential that is right for it. */
export interface Upstreams {
  request(server: CatalogServer, principal: Principal, request: UpstreamRequest): Promise<UpstreamOutcome>;
  /**
   * Listens to changes of a server until the signal: lists, and the resources of these uris. Comes back quietly when the
   * server offers none, and goes on by itself when the server comes back.
   */
  listen(
    server: CatalogServer,
    principal: Principal,
    wanted: { readonly uris: readonly string[] },
    onEvent: (event: UpstreamEvent) => void,
    signal: AbortSignal,
  ): Promise<void>;
  close(): Promise<void>;
}

export interface UpstreamRequest {
  /** `tools/call`, `tools/list`, `resources/read`, `prompts/get`, `completion/complete` … */
  readonly method: string;
  /** Without `_meta` of the client but for what may pass: `progressToken` is made anew, trace context is ours. */
  readonly params: JsonObject;
  readonly traceparent: string;
  /** Cancels it there too. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** What the client can answer (`inputRequests` of 2026-07-28); undefined where it cannot be asked anything. */
  readonly clientCapabilities?: JsonObject | undefined;
  readonly onProgress?: ((params: JsonObject) => void) | undefined;
}

export type UpstreamOutcome =
  /** As the server wrote it; `resultType: input_required` is one of these. */
  | { readonly kind: 'answered'; readonly result: JsonObject; readonly credentialId: string | null }
  /** The server's own refusal by JSON-RPC. `wasBegun` false: nothing was done. Its words are hostile. */
  | {
      readonly kind: 'rpc_error';
      readonly code: number;
      readonly message: string;
      readonly data: unknown;
      readonly wasBegun: boolean;
    }
  /** Nothing was sent, or nothing was done. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly isRetryable: boolean }
  /** There is no credential to call with; a person can do something about it. */
  | {
      readonly kind: 'not_ready';
      readonly status: string;
      readonly connectUrl: string | null;
      readonly scopesMissing: readonly string[];
    }
  /** It may have arrived, and nobody can know. */
  | { readonly kind: 'unknown'; readonly message: string /** Stable, ours. */; readonly code?: string };

export type UpstreamEvent =
  | { readonly kind: 'tools_changed' | 'prompts_changed' | 'resources_changed' }
  | { readonly kind: 'resource_updated'; readonly uri: string };

/** One call of a tool, from the client to the client. */
export interface ToolCalling {
  call(principal: Principal, wish: ToolWish): Promise<ToolCallEnd>;
}

export interface ToolWish {
  readonly tool: CatalogTool;
  readonly arguments: JsonObject;
  /** What came back from the client with a sealed state, on its second try. */
  readonly requestState: string | undefined;
  readonly inputResponses: JsonObject | undefined;
  /** Members of the client's request that pass on to the server as they are. */
  readonly clientCapabilities: JsonObject | undefined;
  readonly traceparent: string;
  readonly sessionId: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: ((params: JsonObject) => void) | undefined;
}

export type ToolCallEnd =
  /** What the client gets as `result`, judged and recorded; `isError` results too. */
  | { readonly kind: 'result'; readonly result: JsonObject; readonly evidenceId: string }
  /** The server wants input first; `requestState` is sealed. */
  | { readonly kind: 'input_required'; readonly result: JsonObject }
  /** People have to approve it first; the client may try again with this state. */
  | {
      readonly kind: 'approval_required';
      readonly requestState: string;
      readonly approval: { readonly id: string | null; readonly url: string | null; readonly expiresAt: string | null };
      readonly message: string;
      readonly evidenceId: string;
    }
  /** Refused or failed, in our own words. */
  | { readonly kind: 'refused'; readonly refusal: ToolRefusal };

export interface ToolRefusal {
  readonly code:
    | 'policy_denied'
    | 'credential_not_ready'
    | 'state_invalid'
    | 'busy'
    | 'rate_limited'
    | 'tool_refused'
    | 'tool_failed'
    | 'outcome_unknown'
    | 'consent_not_for_tool'
    /** Nobody could judge it, so nothing was called. */
    | 'judge_unavailable';
  readonly message: string;
  readonly evidenceId?: string;
  readonly reasons?: readonly string[];
  readonly connectUrl?: string;
  readonly retryAfterS?: number;
  /** An error of MCP that says what a client can do about it (`-32021`), put together anew from known words. */
  readonly rpc?: { readonly code: number; readonly data: JsonObject };
}

/** What servers write that are no results of calls: resources and prompts, judged before a model reads them; and what is asked of them. */
export interface Reading {
  /** Takes one of the questions that an agent may ask in a minute, beside its calls; or the seconds until there is one. */
  take(principal: Principal): 'taken' | number;
  /**
   * An answer for each text, whatever its length. @throws AppError `unavailable` where nobody could judge them: none of
   * them may be shown.
   */
  judgeTexts(
    principal: Principal,
    server: CatalogServer,
    texts: readonly ReadText[],
    options: ReadOptions,
  ): Promise<readonly ReadAnswer[]>;
  /**
   * What a client keeps until it answers a server's question; good for the same principal, server and `asked`, once.
   * @throws AppError `upstream_unavailable` where the server's own state is too long.
   */
  sealState(principal: Principal, server: CatalogServer, asked: JsonObject, serverState: string | undefined): string;
  /** The server's own state. @throws AppError `invalid_request`, in one sentence for whatever is wrong with it. */
  openState(principal: Principal, server: CatalogServer, asked: JsonObject, state: string): string | undefined;
}

export interface ReadOptions {
  /** `contents` unless told; `definitions` for entries of lists, `questions` for what goes to the server. */
  readonly of?: TextKind;
  readonly traceparent: string;
  readonly signal: AbortSignal;
}

export interface ReadText {
  /** Names it in the answer. */
  readonly id: string;
  readonly text: string;
}

export interface ReadAnswer {
  readonly id: string;
  readonly decision: 'allow' | 'deny';
  readonly reasons: readonly string[];
}
