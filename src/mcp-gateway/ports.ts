/**
 * The interfaces between the parts of the MCP gateway. `access/` authenticates the caller; `catalog/` lists what the
 * caller may see; `calls/` judges and makes one call; `upstreams/` talks to the servers; `protocol/` speaks MCP.
 */
import type { AgentServer, AgentTool } from '../contract/agent-tools.ts';
import type { TextKind, ToolCaller } from '../contract/tool-calls.ts';
import type { Secret } from '../platform/secret.ts';

/** Foreign JSON that is not checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

export interface Principal {
  /** The agent in whose name everything is judged and recorded. */
  readonly agentId: string;
  readonly authentication: NonNullable<ToolCaller['authentication']>;
  readonly credentialId: string | undefined;
  /** The person whom the agent acts for, by a delegation. */
  readonly onBehalfOf:
    | { readonly user: string; readonly grantId: string; readonly tools?: readonly string[]; readonly token?: Secret }
    | undefined;
  /** The person who speaks for the agent with a token of their own; undefined where the agent calls itself. */
  readonly speaker: string | undefined;
  /** The grant behind that token: a person who withdrew it may no longer speak by it. */
  readonly speakerGrantId?: string | undefined;
  /** `all`, or the scopes of the credential. */
  readonly scopes: 'all' | readonly string[];
  /**
   * Identifies agent, person, grant and credential together; caches, limits and sealed states are bound to it. Holds no
   * secret.
   */
  readonly key: string;
}

/** Scopes of the MCP gateway: each method needs one; `mcp:call` includes `mcp:list`. */
export const mcpScopes = { list: 'mcp:list', call: 'mcp:call' } as const;

/** A server that an agent may use: an installed app, or one of our own services. */
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

export interface CatalogTool {
  /** The name for clients: `{alias}__{name}`, or the bare name at the endpoint of one server. */
  readonly publicName: string;
  readonly server: CatalogServer;
  /** The server's own name, used by policies, consents and Evidence. */
  readonly name: string;
  /** The definition for clients; its name is `publicName`. */
  readonly definition: JsonObject;
  /** Undefined for tools of our own services. */
  readonly approved: AgentTool | undefined;
}

/** The catalog of one principal at one moment. Never shared between principals. */
export interface Catalog {
  /** Changes with every change of the catalog. */
  readonly version: string;
  readonly servers: readonly CatalogServer[];
  /** Sorted by name, so the order is stable. */
  readonly tools: readonly CatalogTool[];
  find(publicName: string): CatalogTool | undefined;
  /** The same for one server, with bare names; undefined where this principal has no such server. */
  forServer(alias: string): Catalog | undefined;
}

/**
 * `said`: aliases of servers that announced a tool change, where nothing changed for this principal, who sees a tool of
 * each. Undefined where the catalog changed.
 */
export type CatalogListener = (said: ReadonlySet<string> | undefined) => void;

export interface Catalogs {
  /**
   * Gives the present catalog. @throws AppError `forbidden` for a person who may not speak for the agent,
   * `agent_suspended` and the like, `verifier_unavailable` where nothing is known and the verifier is away.
   */
  of(principal: Principal): Promise<Catalog>;
  /**
   * Gives the tool that a call names, after its server was listed again where that was due, which may take a moment.
   * With `alias`: by bare name at the endpoint of that server. Undefined where there is none (any more); `unjudged`
   * where its definition could not be judged within the time that a call waits. @throws as `of`.
   */
  toCall(principal: Principal, publicName: string, alias?: string): Promise<CatalogTool | 'unjudged' | undefined>;
  /** Calls the listener when the catalog changes or a server announces a change; the returned function removes it. */
  onChange(principal: Principal, listener: CatalogListener): () => void;
  /** For /health: skipped services, and servers whose tools cannot be listed, with the reason. */
  skipped(): readonly { readonly name: string; readonly reason: string }[];
  close(): Promise<void>;
}

/** Sends requests to servers for a principal, with the right credential. */
export interface Upstreams {
  request(server: CatalogServer, principal: Principal, request: UpstreamRequest): Promise<UpstreamOutcome>;
  /**
   * Listens to changes of a server until the signal aborts: its lists, and the resources of these URIs. Returns quietly
   * when the server offers none, and reconnects by itself.
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
  /** Without the client's `_meta`, except for what may pass: `progressToken` is made anew, trace context is ours. */
  readonly params: JsonObject;
  readonly traceparent: string;
  /** Cancels the request at the server too. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** The client's capabilities (`inputRequests` of 2026-07-28); undefined where it cannot be asked anything. */
  readonly clientCapabilities?: JsonObject | undefined;
  readonly onProgress?: ((params: JsonObject) => void) | undefined;
  /** Takes complete parts of an answer before its end, unjudged. False: nothing more is wanted. */
  readonly onPart?: ((part: AnswerPart) => Promise<boolean>) | undefined;
}

/** A part of an answer that comes in parts: an event of an A2A agent. */
export interface AnswerPart {
  /** Texts that a model reads. */
  readonly texts: readonly string[];
  /** As its protocol writes it. */
  readonly event: JsonObject;
}

export type UpstreamOutcome =
  /** As the server wrote it, including `resultType: input_required`. */
  | { readonly kind: 'answered'; readonly result: JsonObject; readonly credentialId: string | null }
  /** The server's own refusal by JSON-RPC. `wasBegun` false: nothing was done. The server's words are hostile. */
  | {
      readonly kind: 'rpc_error';
      readonly code: number;
      readonly message: string;
      readonly data: unknown;
      readonly wasBegun: boolean;
    }
  /** Nothing was sent, or nothing was done. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly isRetryable: boolean }
  /** There is no credential for the call; a person can resolve it. */
  | {
      readonly kind: 'not_ready';
      readonly status: string;
      readonly connectUrl: string | null;
      readonly scopesMissing: readonly string[];
    }
  /** The request may have arrived; nobody can know. */
  | { readonly kind: 'unknown'; readonly message: string /** Stable, ours. */; readonly code?: string };

export type UpstreamEvent =
  | { readonly kind: 'tools_changed' | 'prompts_changed' | 'resources_changed' }
  | { readonly kind: 'resource_updated'; readonly uri: string };

export interface ToolCalling {
  call(principal: Principal, request: ToolCallRequest): Promise<ToolCallEnd>;
}

export interface ToolCallRequest {
  readonly tool: CatalogTool;
  readonly arguments: JsonObject;
  /** The sealed state that the client returned on its second try. */
  readonly requestState: string | undefined;
  readonly inputResponses: JsonObject | undefined;
  /** Members of the client's request that are passed to the server unchanged. */
  readonly clientCapabilities: JsonObject | undefined;
  readonly traceparent: string;
  readonly sessionId: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: ((params: JsonObject) => void) | undefined;
  /** Takes parts of the answer before its end, each after it was judged and allowed. The last one is in the result. */
  readonly onPart?: ((part: AnswerPart) => void) | undefined;
}

export type ToolCallEnd =
  /** The `result` for the client, judged and recorded; also for `isError` results. */
  | { readonly kind: 'result'; readonly result: JsonObject; readonly evidenceId: string }
  /** The server asks for input first; `requestState` is sealed. */
  | { readonly kind: 'input_required'; readonly result: JsonObject }
  /** People have to approve first; the client may try again with this state. */
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
    /** No judge was available, so nothing was called. */
    | 'judge_unavailable';
  readonly message: string;
  readonly evidenceId?: string;
  readonly reasons?: readonly string[];
  readonly connectUrl?: string;
  readonly retryAfterS?: number;
  /** An MCP error that tells the client what to do (`-32021`), rebuilt from known words. */
  readonly rpc?: { readonly code: number; readonly data: JsonObject };
}

/**
 * Judges resources, prompts and other texts of servers outside of tool calls before a model reads them, and the
 * questions to servers.
 */
export interface Reading {
  /**
   * Takes one request of the agent's limit per minute, which is separate from its calls; or gives the seconds until the
   * next.
   */
  take(principal: Principal): 'taken' | number;
  /**
   * Judges each text, whatever its length. @throws AppError `unavailable` where they could not be judged: then none may
   * be shown.
   */
  judgeTexts(
    principal: Principal,
    server: CatalogServer,
    texts: readonly ReadText[],
    options: ReadOptions,
  ): Promise<readonly ReadAnswer[]>;
  /**
   * Seals the state that a client keeps until it answers a server's question; valid once, for the same principal,
   * server and `asked`. @throws AppError `upstream_unavailable` where the server's own state is too long.
   */
  sealState(principal: Principal, server: CatalogServer, asked: JsonObject, serverState: string | undefined): string;
  /** Opens it and gives the server's own state. @throws AppError `invalid_request` with one text for every reason. */
  openState(principal: Principal, server: CatalogServer, asked: JsonObject, state: string): string | undefined;
}

export interface ReadOptions {
  /** `contents` by default; `definitions` for list entries, `questions` for what goes to the server. */
  readonly of?: TextKind;
  readonly traceparent: string;
  readonly signal: AbortSignal;
}

export interface ReadText {
  /** Identifies the text in the answer. */
  readonly id: string;
  readonly text: string;
}

export interface ReadAnswer {
  readonly id: string;
  readonly decision: 'allow' | 'deny';
  readonly reasons: readonly string[];
}
