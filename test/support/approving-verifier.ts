/** A test verifier that approves gateways' escalations: real grants, and faults on demand. */
import { randomUUID } from 'node:crypto';
import { bindingHashOf } from '../../src/contract/binding-hash.ts';
import {
  type ApprovalGrant,
  approvalGrantType,
  type EscalationAnswer,
  type EscalationRequest,
} from '../../src/contract/escalation.ts';
import { type ConfigVerifier, createConfigVerifier } from './config-verifier.ts';

interface Waiting {
  readonly id: string;
  status: 'pending' | 'approved' | 'denied' | 'used';
}

export interface ApprovingVerifier extends ConfigVerifier {
  /** Requests of gateways, in order. */
  readonly asked: EscalationRequest[];
  /** Decides everything that waits. */
  decide(verdict: 'approved' | 'denied'): void;
  /** Overrides the answer until it is reset. */
  answerWith(answer: ((request: EscalationRequest) => Promise<EscalationAnswer>) | undefined): void;
  /** Changes to a grant. */
  forge(change: {
    readonly payload?: Partial<ApprovalGrant>;
    readonly header?: object;
    readonly by?: ConfigVerifier;
  }): void;
}

export function createApprovingVerifier(): ApprovingVerifier {
  const config = createConfigVerifier();
  const asked: EscalationRequest[] = [];
  const byBinding = new Map<string, Waiting>();
  let answer: ((request: EscalationRequest) => Promise<EscalationAnswer>) | undefined;
  let forged: Parameters<ApprovingVerifier['forge']>[0] = {};

  const sign = (gatewayId: string, request: EscalationRequest, id: string): string => {
    const iat = Math.floor(Date.now() / 1000);
    const grant: ApprovalGrant = {
      iss: 'https://verifier.test',
      iat,
      exp: iat + 60,
      org_id: 'default',
      gateway_id: gatewayId,
      evidence_id: request.evidence_id,
      approval_id: id,
      binding_hash: bindingHashOf(request.binding),
      approvers: ['usr_ada', 'usr_bob'],
      risk: 'high',
      approved_at: new Date().toISOString(),
      approved_until: new Date(Date.now() + 300_000).toISOString(),
      ...forged.payload,
    };
    return (forged.by ?? config).signer.sign(grant, { typ: approvalGrantType, ...forged.header });
  };

  const judge = (gatewayId: string, request: EscalationRequest): EscalationAnswer => {
    const hash = bindingHashOf(request.binding);
    const before = byBinding.get(hash);
    const now = before === undefined || before.status === 'used' ? ask(hash) : before;
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    const told = { approval_id: now.id, expires_at: expires, url: `https://verifier.test/consent/${now.id}` };
    if (now.status !== 'approved')
      return { ...told, status: now.status === 'denied' ? 'denied' : 'pending', grant: null };
    now.status = 'used';
    return { ...told, status: 'approved', grant: sign(gatewayId, request, now.id) };
  };
  const ask = (hash: string): Waiting => {
    const made: Waiting = { id: `apr_${randomUUID()}`, status: 'pending' };
    byBinding.set(hash, made);
    return made;
  };

  return {
    ...config,
    asked,
    client: {
      ...config.client,
      async escalate(gatewayId, request) {
        asked.push(structuredClone(request));
        return answer === undefined ? judge(gatewayId, request) : answer(request);
      },
    },
    decide(verdict) {
      for (const waiting of byBinding.values()) if (waiting.status === 'pending') waiting.status = verdict;
    },
    answerWith(next) {
      answer = next;
    },
    forge(change) {
      forged = change;
    },
  };
}
