/**
 * The verifier's client of the gateway for steps of workflows and the playground: one call of an agent, with the headers of
 * its answer.
 */

export const gatewayPaths = { chat: '/v1/chat/completions', evaluate: '/v1/evaluate' } as const;

/** One call in the name of an agent. */
export interface GatewayCall {
  readonly path: (typeof gatewayPaths)[keyof typeof gatewayPaths];
  /** JSON, sent unchanged: an approval is bound to exactly these bytes. */
  readonly body: string;
  readonly agentId: string;
  /** Access token of that agent; without one the header names it, which gateways accept on loopback only. */
  readonly token: string | undefined;
  readonly sessionId: string;
  readonly traceparent: string;
  readonly signal: AbortSignal;
}

export interface GatewayAnswer {
  readonly status: number;
  readonly text: string;
  /** The Evidence of this exchange; undefined where the gateway recorded none. */
  readonly evidenceId: string | undefined;
  /** Seconds after which it may be tried again. */
  readonly retryAfterS: number | undefined;
}

export interface GatewayClient {
  /** True where the gateway is on this machine and accepts the name of an agent without a token. */
  isOnLoopback(): boolean;
  /**
   * Gives any answer of the gateway, refusals too. @throws AppError `unavailable` where nothing was sent,
   * `upstream_timeout` or `upstream_unavailable` where it may have arrived; the reason of the signal when that ended
   * the call.
   */
  send(call: GatewayCall): Promise<GatewayAnswer>;
  close(): Promise<void>;
}

/** An answer whose body is still to come. */
export interface OpenedAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it arrives. Ending it early ends the call. Throws where the answer breaks off, is late or is too large. */
  readonly chunks: AsyncGenerator<Uint8Array, void, undefined>;
}

export interface StreamingGatewayClient extends GatewayClient {
  /** Gives any answer as soon as its headers are there. @throws AppError as `send`. */
  open(call: GatewayCall): Promise<OpenedAnswer>;
}
