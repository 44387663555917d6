/** A verifier with people, agents, and gateways that escalate. */
import { randomUUID } from 'node:crypto';
import { verifyEs256 } from '@assay/sdk/crypto';
import { Compile } from 'typebox/compile';
import {
  type ApprovalGrant,
  ApprovalGrantSchema,
  approvalGrantType,
  type EscalationAnswer,
  EscalationAnswerSchema,
  type EscalationBinding,
  type EscalationRequest,
} from '../../../contract/escalation.ts';
import type { Database } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { type KeysFixture, openKeys, type TestPerson } from '../../identity/api-keys/keys.fixture.ts';
import type { Answer } from '../../test-verifier.ts';

export interface EscalationsFixture extends KeysFixture {
  /** Asks as the gateway `gw`, by its certificate. */
  ask(request: EscalationRequest): Promise<EscalationAnswer>;
  /** Sends any body to any gateway's endpoint, as any gateway. */
  send(request: unknown, change?: { readonly as?: string; readonly to?: string }): Promise<Answer>;
  /** Gives a pending approval, and the request that asked for it. */
  pending(change?: Partial<EscalationBinding>, more?: Partial<EscalationRequest>): Promise<Waiting>;
  approve(person: TestPerson, id: string): Promise<Answer>;
  /** Reads the grant of an answer. @throws Error unless a published key signed it. */
  openGrant(answer: EscalationAnswer): Promise<ApprovalGrant>;
}

export interface Waiting {
  readonly id: string;
  readonly request: EscalationRequest;
}

const answerShape = Compile(EscalationAnswerSchema);
const grantShape = Compile(ApprovalGrantSchema);

export const evidenceId = (): string => `ev_${randomUUID()}`;

/** Makes a request with a unique binding. */
export function anEscalation(
  binding: Partial<EscalationBinding> = {},
  more: Partial<EscalationRequest> = {},
): EscalationRequest {
  return {
    binding: {
      agent_id: 'clerk',
      workspace_id: 'default',
      phase: 'request',
      tool: null,
      model_id: 'model-1',
      endpoint: '/v1/messages',
      headers_hash: null,
      request_hash: (randomUUID() + randomUUID()).replaceAll('-', ''),
      response_hash: null,
      principal: 'local',
      policy_set_hash: 'sha256:1',
      policies: ['needs-a-person'],
      ...binding,
    },
    evidence_id: evidenceId(),
    trace_id: '4bf92f35',
    session_id: 'session-1',
    policy_id: 'default',
    reasons: [{ id: 'needs-a-person', reason: 'money moves' }],
    claims: [],
    ...more,
  };
}

export async function openEscalations(kind: Database['kind']): Promise<EscalationsFixture> {
  // Gateways authenticate by certificate here: `mtls:<organisation>/<gateway>`.
  const fixture: KeysFixture = await openKeys(
    kind,
    { ASSAY_PUBLIC_URL: 'https://assay.example' },
    {
      identify: {
        byCredential(presented, call) {
          const [, orgId, id] = /^mtls:([^/]+)\/(.+)$/.exec(presented.credential) ?? [];
          if (orgId !== undefined && id !== undefined) return toGateway(orgId, id);
          return fixture.verifier.verifier().services.authentication.identify.byCredential(presented, call);
        },
      },
    },
  );
  const { verifier, withKey } = fixture;
  await verifier.admin('POST', '/v1/agents', { id: 'clerk', name: 'Invoice clerk', owner_id: 'operator' });

  const send: EscalationsFixture['send'] = (request, { as = 'mtls:default/gw', to = 'gw' } = {}) =>
    withKey(as, 'POST', `/v1/gateways/${to}/escalations`, request);

  const ask = async (request: EscalationRequest): Promise<EscalationAnswer> => {
    const { status, body } = await send(request);
    const answer: unknown = body;
    if (status !== 200 || !answerShape.Check(answer)) throw new Error(`${status} ${JSON.stringify(body)}`);
    return answer;
  };

  return {
    ...fixture,
    send,
    ask,
    async pending(change, more) {
      const request = anEscalation(change, more);
      const { status, approval_id: id } = await ask(request);
      if (status !== 'pending' || id === null) throw new Error(`it is ${status}`);
      return { id, request };
    },
    approve: (person, id) => person.call('POST', `/v1/approvals/${id}/approve`, {}),
    async openGrant({ grant }) {
      const [head = '', body = '', signature = ''] = grant?.split('.') ?? [];
      const header: Record<string, unknown> = JSON.parse(Buffer.from(head, 'base64url').toString());
      const published: unknown = (await verifier.get('/.well-known/jwks.json')).body['keys'];
      const keys = Array.isArray(published) ? published : [];
      const key = keys.find(({ kid }) => kid === header['kid']);
      const isTyped = header['typ'] === approvalGrantType && header['alg'] === 'ES256';
      const signed = Buffer.from(`${head}.${body}`);
      if (!isTyped || key === undefined || !verifyEs256(key, signed, Buffer.from(signature, 'base64url'))) {
        throw new Error('no published key signed this');
      }
      const claims: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
      if (grantShape.Check(claims)) return claims;
      throw new Error(JSON.stringify(claims));
    },
  };
}

function toGateway(organisation: string, user: string): Caller {
  return {
    ...({ user, organisation, kind: 'gateway', role: 'gateway', authentication: 'mtls' } as const),
    scopes: 'all',
    isDeployment: false,
    gatewayId: user,
  };
}
