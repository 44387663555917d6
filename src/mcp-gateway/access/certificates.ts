/**
 * Authenticates agents that connect to `MCP_GATEWAY_MTLS_PORT` with a certificate (X.509-SVID). The caller is the agent
 * that the certificate names, while certificate and agent are valid. TLS has proven possession of the key.
 */
import type { BundleIndex } from '../../configuration/resolve-agent.ts';
import { type SpiffeId, trustDomainOf } from '../../contract/spiffe.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Caller, IncomingCall } from '../../platform/http/access.ts';
import { refuseCredential } from '../../platform/http/bound-tokens/refuse-credential.ts';
import { checkSvid } from '../../platform/tls/check-svid.ts';
import type { SvidSource } from '../../platform/tls/svid-source.ts';
import type { McpGatewayConfig } from '../config.ts';
import { allScopes } from './token-use.ts';

/** Accepts the SPIFFE ids of agents of this organisation only. */
export function isAgent(config: McpGatewayConfig): (id: SpiffeId) => boolean {
  const ownDomain = trustDomainOf(config.ASSAY_TRUST_DOMAIN, config.MCP_GATEWAY_ORGANIZATION);
  return ({ trustDomain, path: [kind, name, ...rest] }) =>
    trustDomain === ownDomain && kind === 'agent' && name !== undefined && rest.length === 0;
}

export interface CertificateDeps {
  readonly config: McpGatewayConfig;
  readonly source: Pick<SvidSource, 'bundle'>;
  readonly index: () => BundleIndex | undefined;
  readonly clock: Clock;
}

export interface CertifiedCaller {
  readonly caller: Caller;
  /** @throws AppError `unauthorized` once the certificate is no longer valid. */
  assertAlive(): void;
}

/**
 * @returns a function that identifies the caller by its certificate; it gives undefined without an accepted
 * certificate.
 */
export function createMcpCertificateCallers({ config, source, index, clock }: CertificateDeps) {
  const accepts = isAgent(config);
  const check = (der: Uint8Array) => checkSvid(der, { bundle: source.bundle(), now: clock.now(), accepts });

  return ({ clientCertificate }: IncomingCall): CertifiedCaller | undefined => {
    const der = clientCertificate?.();
    const checked = der === undefined ? undefined : check(der);
    const name = checked?.ok === true ? checked.svid.id.path[1] : undefined;
    if (der === undefined || checked?.ok !== true || name === undefined) return undefined;
    const held = index();
    // Only registered agents may call: a deleted agent still has a valid certificate for some time.
    if (held !== undefined && held.agent(name) === undefined) {
      throw refuseCredential('the agent of the certificate is not registered', 'agent_inactive');
    }
    return {
      caller: {
        user: name,
        agentId: name,
        kind: 'agent',
        role: 'agent',
        organisation: config.MCP_GATEWAY_ORGANIZATION,
        authentication: 'mtls',
        scopes: allScopes,
        isDeployment: false,
        credentialId: checked.svid.serial,
      },
      assertAlive() {
        if (!check(der).ok) throw refuseCredential('the certificate is no longer valid', 'token_expired');
      },
    };
  };
}
