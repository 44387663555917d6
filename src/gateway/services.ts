/**
 * The mTLS port for services of the organisation: gateways whose tool calls are judged here. The port has no other
 * routes.
 */
import { formatSpiffeId, type SpiffeId, trustDomainOf } from '../contract/spiffe.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { Caller, IncomingCall } from '../platform/http/access.ts';
import type { HttpApp } from '../platform/http/app.ts';
import type { Logger } from '../platform/log.ts';
import { checkSvid } from '../platform/tls/check-svid.ts';
import { type MtlsListener, startMtlsListener } from '../platform/tls/mtls-listener.ts';
import type { SvidSource } from '../platform/tls/svid-source.ts';
import type { GatewayConfig } from './config.ts';
import { isToolCallPath } from './tool-calls/routes.ts';

/** Accepts the SPIFFE ids of gateways of this organisation only. */
function isService(config: GatewayConfig): (id: SpiffeId) => boolean {
  const ownDomain = trustDomainOf(config.ASSAY_TRUST_DOMAIN, config.GATEWAY_ORGANIZATION);
  return ({ trustDomain, path: [kind, name, ...rest] }) =>
    trustDomain === ownDomain && kind === 'gateway' && name !== undefined && rest.length === 0;
}

/** Identifies a caller by its certificate (`Identify.byConnection`). */
export function identifyServices(config: GatewayConfig, source: SvidSource, clock: Clock) {
  const accepts = isService(config);
  return ({ clientCertificate }: IncomingCall): Caller | undefined => {
    const der = clientCertificate?.();
    if (der === undefined) return undefined;
    const checked = checkSvid(der, { bundle: source.bundle(), now: clock.now(), accepts });
    if (!checked.ok) return undefined;
    const { id, serial } = checked.svid;
    return {
      user: formatSpiffeId(id),
      kind: 'gateway',
      role: 'gateway',
      organisation: config.GATEWAY_ORGANIZATION,
      authentication: 'mtls',
      scopes: 'all',
      isDeployment: false,
      credentialId: serial,
    };
  };
}

export interface ServicePortDeps {
  readonly identity?: SvidSource;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Checks the port before anything is opened. @throws AppError `config` for an mTLS port without a certificate to show.
 */
export function assertServicePort({ GATEWAY_MTLS_PORT: port }: GatewayConfig, source: SvidSource | undefined): void {
  if (port === undefined || source !== undefined) return;
  const detail = 'GATEWAY_MTLS_PORT needs GATEWAY_MTLS=true for its certificate';
  throw new AppError('config', detail, { detail });
}

/** Opens the port; undefined where none is configured. */
export async function listenToServices(
  app: HttpApp,
  config: GatewayConfig,
  { identity: source, clock, log }: ServicePortDeps,
): Promise<MtlsListener | undefined> {
  const { GATEWAY_MTLS_PORT: port, GATEWAY_HOST: host } = config;
  if (port === undefined || source === undefined) return undefined;
  return startMtlsListener({
    source,
    host,
    port,
    accepts: isService(config),
    clock,
    log,
    handle(request, response) {
      const path = request.url?.split('?', 1)[0] ?? '';
      if (isToolCallPath(request.method ?? '', path)) app.routing(request, response);
      else response.writeHead(404, { 'content-length': '0' }).end();
    },
  });
}
