/** An example of an escalation. */
import type { EscalationRequest } from './escalation.ts';

export const escalationExample: EscalationRequest = {
  binding: {
    agent_id: 'invoice-clerk',
    workspace_id: 'default',
    phase: 'request',
    tool: null,
    model_id: 'gpt-4.1',
    endpoint: '/v1/chat/completions',
    headers_hash: null,
    request_hash: '4d186321c1a7f0f354b297e8914ab240b3d0a4d5b4b9f3c1f5d5f3a5c2a1e0b7',
    response_hash: null,
    principal: 'local',
    policy_set_hash: 'sha256:5b1d',
    policies: ['pii-needs-a-person'],
  },
  evidence_id: 'ev_01890a5d-ac96-774b-bcce-b302099a8057',
  trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  session_id: 'session-7',
  policy_id: 'default',
  reasons: [{ id: 'pii-needs-a-person', reason: 'personal data leaves the house' }],
  quorum: 1,
  risk: 'medium',
  claims: [{ auditor_id: 'pii', name: 'pii_found', type: 'boolean', value: true, confidence: 0.98 }],
};
