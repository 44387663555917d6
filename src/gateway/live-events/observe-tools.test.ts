import { Compile } from 'typebox/compile';
import { expect, it } from 'vitest';
import type { DrawnEvidence } from '../../contract/evidence.ts';
import { type LiveEvent, LiveEventsSchema } from '../../contract/live-events.ts';
import { createToolCallObserver } from './observe-tools.ts';

const evidence: DrawnEvidence = {
  schema_version: '2.4.0',
  evidence_id: 'ev_1',
  eat_profile: 'tag:assay.dev,2026:evidence/2',
  phase: 'execution',
  trace_id: 't',
  session_id: 's',
  agent_id: 'clerk',
  workspace_id: 'w',
  model_id: null,
  tool: 'pay',
  server: 'bank',
  request_hash: 'a'.repeat(64),
  response_hash: null,
  speaker: 'usr_1',
  claims: [],
  auditors: [],
  phases: [],
  uninspected: [],
  enforced: 'allow',
  mode: 'enforce',
  stream_mode: 'none',
  decision: {
    decision: 'allow',
    policy_id: 'p',
    policy_version: '1',
    engine: 'cedar',
    engine_version: '4',
    policy_set_hash: `sha256:${'0'.repeat(64)}`,
    schema_hash: `sha256:${'0'.repeat(64)}`,
    reasons: [],
    obligations: [],
    messages: [],
    errors: [],
    ignored_missing: [],
  },
  authentication: 'api_key',
  on_behalf_of: { sub: 'usr_2', grant_id: 'grant_1' },
};

it('a call left by a killed gateway ends under its id, with an unknown result', () => {
  const reported: LiveEvent[] = [];
  const observer = createToolCallObserver({
    report: (event) => void reported.push(event),
    now: () => 0,
    monotonicMs: () => 0,
    createEventId: () => 'lev_01a20489-cc60-71a5-bf6e-566b07da22df',
  });
  observer.left(evidence, 5_000);
  expect(Compile(LiveEventsSchema).Check({ events: reported })).toBe(true);
  expect(reported).toMatchObject([
    {
      type: 'tool.call',
      agent_id: 'clerk',
      data: {
        call_id: 'ev_1',
        status: 'failed',
        server: 'bank',
        tool: 'pay',
        latency_ms: 5_000,
        on_behalf_of: 'usr_2',
        grant_id: 'grant_1',
        speaker: 'usr_1',
        error: { code: 'outcome_unknown' },
      },
    },
  ]);
});
