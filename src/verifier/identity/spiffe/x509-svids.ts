/** X.509-SVIDs on request. The caller's credential decides the name, never the request. Each certificate is recorded. */

import { toPem } from '@assay/sdk/x509';
import { formatSpiffeId, trustDomainOf } from '../../../contract/spiffe.ts';
import type { X509SvidAnswer, X509SvidRequest } from '../../../contract/x509-svid.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { forbidden } from '../../../platform/refusals.ts';
import { assertAllowed } from '../../base/access/authorize.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import { assertDeployment, assertMay, toAuthor } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Agents } from '../../configuration/agents/service.ts';
import { assertRunning } from '../../configuration/agents/standing.ts';
import type { X509Authority } from './x509-authority.ts';
import { readCertificateRequest } from './x509-request.ts';

export interface X509Svids {
  /** @throws AppError `forbidden`, `agent_suspended` and the like, `invalid_request`, `not_found`. */
  issue(caller: Caller, request: X509SvidRequest): Promise<X509SvidAnswer>;
}

export interface X509SvidsDeps {
  readonly db: Db;
  readonly authority: X509Authority;
  readonly agents: Pick<Agents, 'findStanding'>;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly audit: Audit;
  /** The deployment's trust domain. */
  readonly trustDomain: string;
}

interface Subject {
  readonly spiffeId: string;
  readonly resourceType: 'agent' | 'service';
  readonly resourceId: string;
}

export function createX509Svids({ db, authority, agents, changes, audit, trustDomain }: X509SvidsDeps): X509Svids {
  const findAgent = async (tx: Db, caller: Caller, id: string): Promise<Subject> => {
    const agent = await agents.findStanding(tx, caller.organisation, id);
    if (agent === undefined) throw new AppError('not_found', 'there is no such agent');
    assertAllowed(caller, 'agents.identify', agent.access, 'to ask for an identity');
    assertRunning(agent);
    return { spiffeId: agent.spiffeId, resourceType: 'agent', resourceId: id };
  };

  const findService = (caller: Caller, service: string): Subject => {
    const domain = trustDomainOf(trustDomain, caller.organisation);
    const spiffeId = formatSpiffeId({ trustDomain: domain, path: service.split('/') });
    return { spiffeId, resourceType: 'service', resourceId: service };
  };

  return {
    async issue(caller, { csr, service, agent }) {
      const own = caller.agentId ?? caller.user;
      if (caller.kind !== 'agent') assertOneNamed(service, agent);
      else if (service !== undefined || (agent !== undefined && agent !== own))
        throw forbidden('an agent can request only its own identity, not that of a service or another agent');
      if (service !== undefined) assertMayName(caller, service);
      const spki = await readCertificateRequest(csr);
      const author = toAuthor(caller);
      await authority.prepare();
      const { subject, certificate } = await db.transaction(async (tx) => {
        // The lock puts a parallel suspension either before this, or after the certificate is recorded.
        await changes.hold(tx, author.orgId);
        const subject =
          service === undefined ? await findAgent(tx, caller, agent ?? own) : findService(caller, service);
        const { spiffeId, ...resource } = subject;
        const certificate = authority.issue(spki, spiffeId);
        const { serial, expiresAt } = certificate;
        await audit.append(tx, author, {
          action: `${subject.resourceType}.certificate_issued`,
          ...resource,
          details: { spiffe_id: spiffeId, serial, expires_at: toTimestamp(expiresAt) },
        });
        return { subject, certificate };
      });
      return {
        svid: toPem(certificate.der),
        bundle: (await authority.bundle()).pem,
        spiffe_id: subject.spiffeId,
        expires_at: toTimestamp(certificate.expiresAt),
      };
    },
  };
}

/** A verifier answers every gateway, so its certificate needs the operator token. */
function assertMayName(caller: Caller, service: string): void {
  const author = toAuthor(caller);
  assertMay(author, 'gateways.serve', 'the identity of a service');
  const [kind] = service.split('/');
  if (kind === 'verifier') assertDeployment(author, 'the identity of a verifier');
  if (caller.kind !== 'gateway') return;
  // A certificate names a gateway and no workspaces, so it would drop the limit of the key.
  if (caller.servedWorkspaces !== undefined) {
    throw forbidden(
      'a key that is limited to workspaces gets no certificate, because a certificate serves the whole organisation',
    );
  }
  const own = caller.gatewayId ?? '';
  // The certificate of an attestor or an auditor is no credential here, so a key with its name gets each of them.
  const isByKey = caller.authentication !== 'mtls' && (service === `attestor/${own}` || service === `auditor/${own}`);
  if (service !== `gateway/${own}` && !isByKey) {
    throw forbidden(`this credential belongs to ${own}: it can request only the identity gateway/${own}`);
  }
}

function assertOneNamed(service: string | undefined, agent: string | undefined): void {
  if ((service === undefined) !== (agent === undefined)) return;
  const detail =
    service === undefined
      ? 'service is missing: gateway/<id>, attestor/<id>, auditor/<id> or verifier/<id>; or agent, which you own'
      : 'name a service or an agent, not both';
  throw new AppError('invalid_request', detail, { detail, errors: [{ pointer: '/service', message: 'is needed' }] });
}
