/** The gateway as the verifier uses it for steps of workflows: one call of an agent, with what its answer says in headers. */

export const gatewayPaths = { chat: '/v1/chat/completions', evaluate: '/v1/evaluate' } as const;

/** One call in the name of an agent. */
export interface GatewayCall {
  readonly path: (typeof gatewayPaths)[keyof typeof gatewayPaths];
  /** JSON, sent as it is: an approval is bound to its very bytes. */
  readonly body: string;
  readonly agentId: string;
  /** Access token of that agent; without one the header names it, which gateways take on loopback alone. */
  readonly token: string | undefined;
  readonly sessionId: string;
  /** W3C trace context. */
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
  /** True where the gateway is on this machine, which takes the name of an agent without a token. */
  isOnLoopback(): boolean;
  /**
   * Any answer of the gateway, refusals too.
   * @throws AppError `unavailable` where nothing was sent, `upstream_timeout` or `upstream_unavailable` where it may have
   * arrived; the reason of the signal when that ended the call.
   */
  send(call: GatewayCall): Promise<GatewayAnswer>;
  close(): Promise<void>;
}
