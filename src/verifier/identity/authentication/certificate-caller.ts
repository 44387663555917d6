/**
 * Callers by client certificate: the one SPIFFE id in it (X509-SVID section 2) names an agent or a gateway of the organisation of
 * its trust domain. TLS has checked the chain; this checks that the certificate still counts.
 */
import { X509Certificate } from 'node:crypto';
import { parseSpiffeId, type SpiffeId } from '../../../contract/spiffe.ts';
import type { Caller, IncomingCall } from '../../../platform/http/access.ts';
import { refuseCredential } from '../../../platform/http/bound-tokens/refuse-credential.ts';
import type { AgentLookup } from '../api-keys/ports.ts';

/** The facts of an accepted certificate that a call needs. */
export interface TrustedCertificate {
  readonly orgId: string;
  /** For the audit log. */
  readonly serial: string;
}

/** Tells whether this deployment's authority made the certificate for this id and has not revoked it; undefined if not. */
export type TrustCertificate = (der: Uint8Array, id: SpiffeId) => Promise<TrustedCertificate | undefined>;

export interface CertificateCallersDeps {
  readonly trust: TrustCertificate;
  readonly agents: Pick<AgentLookup, 'findForToken'>;
}

/** @returns `Identify.byConnection`. */
export function createCertificateCallers({ trust, agents }: CertificateCallersDeps) {
  return async ({ clientCertificate }: IncomingCall): Promise<Caller | undefined> => {
    const der = clientCertificate?.();
    if (der === undefined) return undefined;
    const id = readSpiffeId(der);
    const trusted = id === undefined ? undefined : await trust(der, id);
    if (id === undefined || trusted === undefined) return undefined;
    const [kind, name, ...rest] = id.path;
    if (name === undefined || rest.length > 0) return undefined;
    const common = {
      ...({ organisation: trusted.orgId, authentication: 'mtls', scopes: 'all', isDeployment: false } as const),
      credentialId: trusted.serial,
    };
    if (kind === 'gateway') return { user: name, kind: 'gateway', role: 'gateway', ...common, gatewayId: name };
    // A verifier never calls another one: they share the database.
    if (kind !== 'agent') return undefined;
    const agent = await agents.findForToken(trusted.orgId, name);
    if (agent?.status !== 'active')
      throw refuseCredential('the agent of the certificate is not active', 'agent_inactive');
    return { user: name, kind: 'agent', role: 'agent', ...common, owners: agent.owners, agentId: name };
  };
}

/** Gives the SPIFFE id of a certificate; undefined unless it has exactly one URI name. */
export function readSpiffeId(der: Uint8Array): SpiffeId | undefined {
  const names = new X509Certificate(der).subjectAltName ?? '';
  // Node quotes a name with a comma or a quote; no SPIFFE id contains either.
  const uris = names.split(', ').filter((name) => name.startsWith('URI:'));
  const [uri] = uris;
  return uri === undefined || uris.length > 1 || names.includes('"')
    ? undefined
    : parseSpiffeId(uri.slice('URI:'.length));
}
