import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRefusal } from './refusal.ts';

const answer = (status: number, body: unknown, evidenceId?: string) =>
  readRefusal({ status, text: JSON.stringify(body), evidenceId, retryAfterS: undefined }, false);
const denied = (more: object) =>
  answer(403, { error: { code: 'policy_denied', reasons: ['p1', 'p2'], ...more } }, 'ev');

describe('a refusal of the gateway', () => {
  it('waits for exactly the requested approval', () => {
    const pending = { approval: { id: 'apr_1', status: 'pending' }, next_action: 'retry' };
    expect(denied(pending)).toMatchObject({ approvalId: 'apr_1' });
    expect(denied({ ...pending, next_action: 'none' }).approvalId).toBeUndefined();
    expect(denied({ ...pending, approval: { id: 'apr 1\n', status: 'pending' } }).approvalId).toBeUndefined();
    expect(denied({ ...pending, approval: { id: 'apr_1', status: 'denied' } })).toMatchObject({
      code: 'denied',
      isRetryable: false,
      message: 'denied by policy: p1, p2; a person said no',
    });
    expect(denied({ approval: { id: null, status: 'unverifiable' }, next_action: 'retry' })).toMatchObject({
      code: 'approval_unverifiable',
      isRetryable: true,
    });
    expect(denied({})).toMatchObject({ code: 'denied', isRetryable: false, message: 'denied by policy: p1, p2' });
  });

  it('distinguishes an inactive agent, a failing model and a busy gateway', () => {
    for (const code of ['agent_stopped', 'agent_suspended']) {
      expect(answer(403, { code })).toMatchObject({ code: 'member_not_active', isRetryable: false });
    }
    expect(answer(429, { error: { code: 'rate_limit' } }, 'ev')).toMatchObject({
      code: 'model_failed',
      isRetryable: true,
    });
    expect(answer(401, { error: { code: 'bad_key' } }, 'ev')).toMatchObject({
      code: 'model_failed',
      isRetryable: false,
    });
    expect(answer(503, { code: 'unavailable' })).toMatchObject({ code: 'gateway_refused', isRetryable: true });
    expect(answer(403, { error: { code: 'model_revoked' } })).toMatchObject({
      code: 'model_revoked',
      isRetryable: false,
    });
    expect(answer(400, 'nonsense')).toMatchObject({ code: 'gateway_refused', isRetryable: false });
  });

  it('is parsed with any content, and quotes no text of a model', () => {
    const text = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().map((inner) => `{"error":${inner}}`),
    );
    fc.assert(
      fc.property(fc.integer({ min: 201, max: 599 }), text, fc.boolean(), (status, body, isRecorded) => {
        const evidenceId = isRecorded ? 'ev' : undefined;
        const read = readRefusal({ status, text: body, evidenceId, retryAfterS: undefined }, false);
        expect(read.code).toMatch(/^[a-z][a-z0-9_]{0,63}$/);
        expect(read.message.length).toBeLessThan(5_000);
      }),
    );
    const told = answer(400, { error: { code: 'bad', message: 'canary' } }, 'ev');
    expect(JSON.stringify(told)).not.toContain('canary');
  });
});
