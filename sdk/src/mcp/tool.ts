/** A tool of an `/mcp` endpoint, and its context of a call. */
import type { Static, TSchema } from 'typebox';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Hints for clients (MCP `ToolAnnotations`). They protect nothing. */
export interface McpToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** Facts of one call. `Caller` is the value that the service passed to `handle`. */
export interface McpToolContext<Caller = unknown> {
  readonly caller: Caller;
  /** Aborts when the client goes away or cancels. */
  readonly signal: AbortSignal;
  /** W3C trace context of the call, when it is well-formed. */
  readonly traceparent: string | undefined;
  /** Reports progress to the client, if it asked for it; each number must be greater than the one before. */
  progress(done: number, total?: number, message?: string): Promise<void>;
}

export interface McpToolAnswer {
  /** Sent as `structuredContent`. */
  readonly structured: object;
  /** For models that read text only; default: the JSON of `structured`. */
  readonly text?: string;
  /** True when the tool did not do the requested work. */
  readonly isError?: boolean;
}

/** One tool. Made by {@link defineMcpTool}, which gives `run` the type of its schema. */
export interface McpTool<Caller = unknown> {
  /** 1 to 128 letters, digits, `_`, `-` and `.`. */
  readonly name: string;
  readonly title: string;
  /** For a model: what it does, when to use it, what it returns. */
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: TSchema;
  readonly outputSchema?: TSchema | undefined;
  readonly annotations: McpToolAnnotations;
  /**
   * Called with arguments that fit the schema. An error reaches the client as a general sentence, except {@link
   * McpToolError}.
   */
  run(args: unknown, context: McpToolContext<Caller>): McpToolAnswer | Promise<McpToolAnswer>;
}

export interface McpToolDefinition<Input extends TSchema, Caller> extends Omit<McpTool<Caller>, 'run' | 'inputSchema'> {
  readonly inputSchema: Input;
  run(args: Static<Input>, context: McpToolContext<Caller>): McpToolAnswer | Promise<McpToolAnswer>;
}

/** Binds the type of `run`'s arguments to the schema that checks them. */
export function defineMcpTool<Input extends TSchema, Caller = unknown>(
  definition: McpToolDefinition<Input, Caller>,
): McpTool<Caller> {
  // Method parameters are bivariant, so no cast is needed; the endpoint checks by this same schema.
  return definition as McpTool<Caller>;
}

/** A failure with a text for the caller: it becomes an `isError` result with this text. */
export class McpToolError extends Error {
  /** Stable word for machines. */
  readonly code: string;
  /** Additional data for machines, beside the text. */
  readonly data: JsonObject | undefined;

  constructor(
    code: string,
    publicText: string,
    options: { readonly data?: JsonObject; readonly cause?: unknown } = {},
  ) {
    super(publicText, { cause: options.cause });
    this.name = 'McpToolError';
    this.code = code;
    this.data = options.data;
  }
}
