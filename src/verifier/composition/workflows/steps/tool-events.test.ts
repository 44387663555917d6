/** Events about failed tool calls. */
import { describe, expect, it } from 'vitest';
import { runEvent } from '../runs/run-events.ts';
import { toEventError } from './tool-events.ts';

const key = `sk-proj-${'Ab3'.repeat(14)}`;

describe('events of a run', () => {
  it("include a tool server's error without the secrets that it repeats, in storable form", () => {
    const { code, message } = toEventError('tool_error', `no access with ${key}\u0000 or \ud83d, ${'x'.repeat(2_000)}`);
    expect(code).toBe('tool_error');
    expect(message).toMatch(/^no access with \[redacted\]\ufffd or \ufffd, x+$/);
    expect(message).toHaveLength(1_000);
  });

  it('include the reason of a cancel without secrets', () => {
    const run = {
      id: 'wfr_1',
      workflow_id: 'wf',
      workspace_id: 'default',
      revision: 1,
      agent_id: 'bot',
      trace_id: 't',
      started_by: 'usr_1',
      parent_run_id: null,
    };
    const { data } = runEvent(run, 'cancelled', { by: 'usr_1', reason: `leaked ${key}` });
    expect(data['fields']).toMatchObject({ by: 'usr_1', reason: 'leaked [redacted]' });
    expect(runEvent(run, 'cancelled', { reason: null }).data['fields']).toMatchObject({ reason: null });
  });
});
