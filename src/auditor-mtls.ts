/**
 * The mTLS port of an auditor that runs alone: gateways of its organisation reach it by their certificates, from other
 * machines too, and need no token there.
 */
import type { ServedAuditor } from '@assay/sdk';
import type { AuditorMtlsConfig } from './auditor-mtls-config.ts';
import { trustDomainOf } from './contract/spiffe.ts';
import type { Clock } from './platform/clock.ts';
import type { Logger } from './platform/log.ts';
import { type MtlsListener, startMtlsListener } from './platform/tls/mtls-listener.ts';
import type { SvidSource } from './platform/tls/svid-source.ts';
import { startAuditorIdentity } from './service-identity.ts';

interface Parts {
  readonly clock: Clock;
  readonly log: Logger;
}

/** The auditor with its second port, which closes with it. */
export interface AuditorByMtls extends ServedAuditor {
  /** Undefined without that port. */
  readonly mtlsUrl: string | undefined;
}

/** Opens the port where one is configured. @throws AppError `config`; the auditor is closed then */
export async function addMtlsPort(
  served: ServedAuditor,
  config: AuditorMtlsConfig,
  parts: Parts,
): Promise<AuditorByMtls> {
  const { AUDITOR_MTLS_PORT: port, AUDITOR_MTLS_HOST: host } = config;
  if (port === undefined) return { ...served, mtlsUrl: undefined };
  const undo: (() => Promise<void>)[] = [() => served.close()];
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const identity = await startAuditorIdentity(config, served.auditor.health().auditor_id, parts);
    undo.push(() => identity.close());
    const listener = await listenToGateways(served, { ...parts, config, source: identity.source, host, port });
    undo.push(() => listener.close());
    return { ...served, mtlsUrl: listener.url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export interface GatewayListening extends Parts {
  readonly config: Pick<AuditorMtlsConfig, 'ASSAY_TRUST_DOMAIN' | 'GATEWAY_ORGANIZATION'>;
  readonly source: SvidSource;
  readonly host: string;
  readonly port: number;
}

/** Answers gateways of the organisation, and nobody else. */
export function listenToGateways(
  { handleAuthenticated }: Pick<ServedAuditor, 'handleAuthenticated'>,
  { config, source, host, port, clock, log }: GatewayListening,
): Promise<MtlsListener> {
  const ownDomain = trustDomainOf(config.ASSAY_TRUST_DOMAIN, config.GATEWAY_ORGANIZATION);
  return startMtlsListener({
    source,
    host,
    port,
    accepts: ({ trustDomain, path: [kind, ...rest] }) =>
      trustDomain === ownDomain && kind === 'gateway' && rest.length === 1,
    handle: handleAuthenticated,
    clock,
    log,
  });
}
