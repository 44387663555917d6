/** The mTLS port, where agents authenticate with an X.509-SVID or with a token bound to one (RFC 8705). */
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { HttpApp } from '../platform/http/app.ts';
import type { Logger } from '../platform/log.ts';
import { type MtlsListener, startMtlsListener } from '../platform/tls/mtls-listener.ts';
import type { SvidSource } from '../platform/tls/svid-source.ts';
import { isAgent } from './access/certificates.ts';
import type { McpGatewayConfig } from './config.ts';

export interface AgentPortDeps {
  readonly identity?: SvidSource;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Checks the port before anything is opened. @throws AppError `config` for an mTLS port without a certificate to show.
 */
export function assertAgentPort(
  { MCP_GATEWAY_MTLS_PORT: port }: McpGatewayConfig,
  source: SvidSource | undefined,
): void {
  if (port === undefined || source !== undefined) return;
  const detail =
    'MCP_GATEWAY_MTLS_PORT needs MCP_GATEWAY_MTLS_ENABLED and MCP_GATEWAY_VERIFIER_URL for its certificate';
  throw new AppError('config', detail, { detail });
}

/** Opens the mTLS port; undefined where none is configured. TLS refuses clients without the certificate of an agent. */
export async function listenToAgents(
  app: HttpApp,
  config: McpGatewayConfig,
  { identity: source, clock, log }: AgentPortDeps,
): Promise<MtlsListener | undefined> {
  const { MCP_GATEWAY_MTLS_PORT: port, MCP_GATEWAY_HOST: host } = config;
  if (port === undefined || source === undefined) return undefined;
  return startMtlsListener({
    source,
    host,
    port,
    accepts: isAgent(config),
    clock,
    log,
    handle: (request, response) => app.routing(request, response),
  });
}
