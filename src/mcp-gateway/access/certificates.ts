/**
 * Agents that come by a certificate (X.509-SVID) to `MCP_GATEWAY_MTLS_PORT`: each is the agent that it names, for as long
 * as the certificate and the agent hold. TLS has proven that the caller has its key.
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

/** Agents of this organisation, and nobody else. */
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
  /** @throws AppError `unauthorized` once the certificate does not hold any longer. */
  assertAlive(): void;
}

/** @returns who calls by a certificate; undefined where none is shown that counts. */
export function createCertificateCallers({ config, source, index, clock }: CertificateDeps) {
  const accepts = isAgent(config);
  const check = (der: Uint8Array) => checkSvid(der, { bundle: source.bundle(), now: clock.now(), accepts });

  return ({ clientCertificate }: IncomingCall): CertifiedCaller | undefined => {
    const der = clientCertificate?.();
    const checked = der === undefined ? undefined : check(der);
    const name = checked?.ok === true ? checked.svid.id.path[1] : undefined;
    if (der === undefined || checked?.ok !== true || name === undefined) return undefined;
    const held = index();
    // An identity is for agents that somebody registered: one that is gone has a certificate for some time yet.
    if (held !== undefined && held.agent(name) === undefined) {
      throw refuseCredential('the agent of the certificate is not registered', 'agent_inactive');
    }
    return {
      caller: {
        ...{ user: name, agentId: name, kind: 'agent', role: 'agent', organisation: config.MCP_GATEWAY_ORGANIZATION },
        ...{ authentication: 'mtls', scopes: allScopes, isDeployment: false, credentialId: checked.svid.serial },
      },
      assertAlive() {
        if (!check(der).ok) throw refuseCredential('the certificate does not hold any longer', 'token_expired');
      },
    };
  };
}
