/**
 * Who calls by a client certificate: the one SPIFFE id in it (X509-SVID section 2) is an agent or a gateway of the
 * organisation that its trust domain stands for. TLS has checked the chain; whether the certificate still counts is asked.
 */
import { X509Certificate } from 'node:crypto';
import { parseSpiffeId, type SpiffeId } from '../../contract/spiffe.ts';
import type { Caller, IncomingCall } from '../../platform/http/access.ts';
import { refuseCredential } from '../../platform/http/bound-tokens/refuse-credential.ts';
import type { AgentLookup } from '../api-keys/neighbours.ts';

/** A certificate of this deployment, as far as calls go. */
export interface TrustedCertificate {
  readonly orgId: string;
  /** Of the audit log. */
  readonly serial: string;
}

/** Whether the authority of this deployment made it for this id and still stands by it; undefined if not. */
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
    // A verifier has nothing to ask of another one: they meet in the database.
    if (kind !== 'agent') return undefined;
    const agent = await agents.findForToken(trusted.orgId, name);
    if (agent?.status !== 'active')
      throw refuseCredential('the agent of the certificate is not active', 'agent_inactive');
    return { user: name, kind: 'agent', role: 'agent', ...common, owners: agent.owners, agentId: name };
  };
}

/** The SPIFFE id of a certificate; undefined unless it has exactly one URI name. */
export function readSpiffeId(der: Uint8Array): SpiffeId | undefined {
  const names = new X509Certificate(der).subjectAltName ?? '';
  // A name with a comma or a quote is written in quotes; no SPIFFE id has either.
  const uris = names.split(', ').filter((name) => name.startsWith('URI:'));
  const [uri] = uris;
  return uri === undefined || uris.length > 1 || names.includes('"')
    ? undefined
    : parseSpiffeId(uri.slice('URI:'.length));
}
