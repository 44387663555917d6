import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { ApprovalDisplaySchema } from '../../../contract/api/approvals/shapes.ts';
import { type EscalationRequest, EscalationRequestSchema } from '../../../contract/escalation.ts';
import { escalationExample as request } from '../../../contract/escalation-example.ts';
import { toDisplay, toRisk } from './display.ts';

const shape = Compile(ApprovalDisplaySchema);
const asking = { agentName: 'Invoice clerk', workspaceId: 'default', gatewayId: 'gw' };
const withBinding = (change: Partial<EscalationRequest['binding']>) => ({
  ...request,
  binding: { ...request.binding, ...change },
});
const titleOf = (change: Partial<EscalationRequest['binding']>, agentName = 'Invoice clerk') =>
  toDisplay(withBinding(change), { ...asking, agentName }).title;

describe("an approver's view of an escalation", () => {
  it('matches its schema, as does the API example', () => {
    expect(Compile(EscalationRequestSchema).Check(request)).toBe(true);
    expect(shape.Check(toDisplay(request, asking))).toBe(true);
  });

  it('explains the request in words', () => {
    expect(titleOf({})).toBe('Agent Invoice clerk (invoice-clerk) asks to send a request to the model gpt-4.1');
    expect(titleOf({ tool: 'pay' }, 'invoice-clerk')).toBe('Agent invoice-clerk asks to call the tool pay');
    expect(titleOf({ phase: 'execution', tool: 'pay', server: 'bank' })).toContain(
      'run the tool pay of the server bank',
    );
    expect(toDisplay(withBinding({ tool: 'pay', server: 'bank' }), asking).lines).toContainEqual({
      label: 'Server',
      value: 'bank',
    });
    expect(titleOf({ phase: 'response' })).toContain('get the answer of the model gpt-4.1');
    expect(titleOf({ phase: 'execution', tool: 'pay' })).toContain('run the tool pay');
    expect(titleOf({ phase: 'artifact', model_id: null })).toContain('use the model that it names');
  });

  it('names the binding policies, with any other reasons', () => {
    const reasons = [{ id: 'harmless', reason: 'nothing to see' }];
    const { policies } = toDisplay({ ...withBinding({ policies: ['a', 'b'] }), reasons }, asking);
    expect(policies).toEqual([{ id: 'a' }, { id: 'b' }]);
  });

  it('is bounded and complete, for any text of an auditor or a caller', () => {
    const text = fc.string({ unit: 'binary', maxLength: 2_000 });
    const value = fc.oneof(
      text,
      fc.array(text),
      fc.dictionary(text, text),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
    );
    fc.assert(
      fc.property(text, value, (said, found) => {
        const claims = [{ name: said, type: 'object' as const, value: found }];
        const display = toDisplay({ ...withBinding({ tool: said }), session_id: said, claims }, asking);
        expect(shape.Check(display)).toBe(true);
        expect(display.title.length).toBeLessThanOrEqual(300);
        expect(JSON.stringify(display).length).toBeLessThan(12_000);
        expect(display.title.isWellFormed() && JSON.stringify(display.lines).isWellFormed()).toBe(true);
        for (const shown of display.claims ?? []) expect(JSON.stringify(shown.value) ?? '').not.toMatch(/\\ud[89ab]/);
      }),
      { numRuns: 40 },
    );
  });
});

describe('the risk of an escalation', () => {
  it("is the gateway's, at least medium for a tool, and medium by default", () => {
    const { risk: _risk, ...unsaid } = withBinding({ tool: null });
    expect(toRisk(unsaid)).toBe('medium');
    expect(toRisk({ ...unsaid, risk: 'low' })).toBe('low');
    expect(toRisk({ ...withBinding({ tool: 'pay' }), risk: 'low' })).toBe('medium');
    expect(toRisk({ ...withBinding({ tool: 'pay' }), risk: 'high' })).toBe('high');
  });
});
