import type { Claim, DecisionResult } from '@assay/client';
import { describe, expect, it } from 'vitest';
import { differs, inOrder, kindOf, toMarked } from './evaluation-view.ts';

const result: DecisionResult = {
  decision: 'allow',
  enforced: 'allow',
  claims: [],
  policy_id: 'p',
  policy_version: 'v',
  reasons: [],
  evidence: { evidence_id: 'ev_1', jws: '' },
  messages: [],
  obligations: [],
  warnings: [],
};
const aClaim = (name: string, value: boolean, spans: readonly object[] = []): Claim => ({
  name,
  type: 'boolean',
  value,
  timestamp: '2026-01-01T00:00:00Z',
  detail: { spans },
});

describe('the one word of a decision', () => {
  it('is what happens to the text', () => {
    const denied = { ...result, decision: 'deny', enforced: 'deny' };
    const pending = { id: 'a', status: 'pending', expires_at: null, url: null };
    expect([
      kindOf(result),
      kindOf(denied),
      kindOf({ ...denied, approval: pending }),
      kindOf({ ...denied, enforced: 'allow' }),
      kindOf({ ...result, redacted: 'x' }),
      kindOf({ ...result, obligations: ['redact'], warnings: ['w'] }),
      kindOf({ ...result, warnings: ['w'] }),
    ]).toEqual(['allow', 'deny', 'escalate', 'observe', 'redact', 'redact', 'warn']);
  });
});

describe('claims', () => {
  it('that found something come first', () => {
    const claims = [aClaim('a', false), aClaim('b', true), aClaim('c', false, [{ start: 0, end: 1 }])];
    expect(inOrder(claims).map(({ name }) => name)).toEqual(['b', 'c', 'a']);
  });

  it('differ where the other setting gave another value or none', () => {
    const others = [aClaim('a', true), aClaim('b', true)];
    expect([aClaim('a', true), aClaim('b', false), aClaim('c', true)].map((claim) => differs(claim, others))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('name places in the text of the phase and in documents', () => {
    const claims = [
      aClaim('a', true, [
        { start: 0, end: 2, type: 'x' },
        { start: 1, end: 3, type: 'y', document: 1 },
      ]),
    ];
    const documents = [
      { id: 'd1', text: 'none' },
      { id: 'd2', text: 'some' },
    ];
    const data = { input: 'before', output: 'answer', metadata: { documents } };
    const marked = toMarked({ phase: 'response', data }, claims);
    expect(marked.map(({ text, document, spans }) => [text, document, spans[0]?.type])).toEqual([
      ['answer', undefined, 'x'],
      ['some', 1, 'y'],
    ]);
  });
});
