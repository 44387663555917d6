/** The model behind the gateway: any OpenAI- or Anthropic-compatible server, or the built-in echo model. */

/** A forwarded call: path with query, the client's headers that may pass, the exact body. */
export interface UpstreamCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  readonly signal: AbortSignal;
}

/** The model's answer; `body` is read once and throws if the connection breaks. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface WholeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

export interface Upstream {
  /** Its name in logs and `/health`. */
  readonly name: string;
  /** @throws AppError `upstream_unavailable` or `upstream_timeout`. */
  send(call: UpstreamCall): Promise<UpstreamAnswer>;
  /** The same for an answer in one piece, of at most this many bytes. */
  sendWhole(call: UpstreamCall, maxBytes: number): Promise<WholeAnswer>;
  close(): Promise<void>;
}
