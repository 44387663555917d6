import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anEvidence } from '../../../../test/support/artefacts.ts';
import type { Evidence } from '../../../contract/evidence.ts';
import { toBatch } from './batch.ts';
import { isRequest } from './collector.fixture.ts';
import { type OtlpAttribute, toSpan } from './span.ts';

const place = { orgId: 'default', passportId: null, receiptChainId: 'chain', receiptSeq: 7, mayShowText: false };
const evidenceOf = (change: Partial<Evidence> = {}) => anEvidence(`sha256:${'a'.repeat(64)}`, change);
const read = (attributes: readonly OtlpAttribute[], key: string) => {
  const value = attributes.find((one) => one.key === key)?.value;
  return value === undefined ? undefined : Object.values(value)[0];
};

describe('a span of Evidence', () => {
  it("is a model call's, by the GenAI conventions", () => {
    const evidence = evidenceOf();
    const span = toSpan(evidence, place);
    expect(span).toMatchObject({ name: 'chat echo', kind: 3, traceId: evidence.trace_id, status: { code: 0 } });
    expect(BigInt(span.endTimeUnixNano)).toBe(BigInt(evidence.iat) * 1_000_000_000n);
    expect(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)).toBe(4_000_000n);
    const found = (key: string) => read(span.attributes, key);
    expect(found('gen_ai.operation.name')).toBe('chat');
    expect(found('gen_ai.request.model')).toBe('echo');
    expect(found('gen_ai.agent.id')).toBe('default');
    expect(found('gen_ai.conversation.id')).toBe('demo-session');
    expect(found('assay.evidence.id')).toBe(evidence.evidence_id);
    expect(found('assay.receipt.seq')).toBe('7');
    expect(found('error.type')).toBeUndefined();
  });

  it("is a tool's for a tool call, and an error if denied", () => {
    const span = toSpan(evidenceOf({ tool: 'crm.read', enforced: 'deny' }), place);
    expect(span).toMatchObject({ name: 'execute_tool crm.read', kind: 1, status: { code: 2 } });
    expect(read(span.attributes, 'gen_ai.tool.name')).toBe('crm.read');
    expect(read(span.attributes, 'error.type')).toBe('policy_denied');
  });

  it("excludes a claim's text, unless the workspace allows it and nothing is redacted", () => {
    const claims: Evidence['claims'] = [
      { name: 'score', type: 'score_normalized', value: 0.5 },
      { name: 'quote', type: 'string', value: 'my secret words', metadata: { why: 'my secret words' } },
    ];
    const evidence = evidenceOf({ claims });
    const labels = (change: Evidence, mayShowText: boolean) =>
      toSpan(change, { ...place, mayShowText }).events.map(({ attributes }) => [
        read(attributes, 'gen_ai.evaluation.name'),
        read(attributes, 'gen_ai.evaluation.score.value'),
        read(attributes, 'gen_ai.evaluation.score.label'),
      ]);
    expect(labels(evidence, false)).toEqual([
      ['score', 0.5, undefined],
      ['quote', undefined, undefined],
    ]);
    expect(labels(evidence, true)[1]).toEqual(['quote', undefined, 'my secret words']);
    const redacted = { ...evidence, decision: { ...evidence.decision, obligations: ['redact'] } };
    expect(JSON.stringify(toSpan(redacted, { ...place, mayShowText: true }))).not.toContain('my secret words');
  });

  it('has ids valid for OTLP, and fits an OTLP request, for any Evidence', () => {
    const hex = fc.constantFrom('0'.repeat(32), 'A'.repeat(32), '');
    fc.assert(
      fc.property(
        fc.oneof(hex, fc.string({ unit: 'binary' })),
        fc.string({ unit: 'binary' }),
        fc.oneof(fc.string({ unit: 'binary' }), fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean()),
        fc.nat(4_000_000_000),
        (trace_id, text, value, iat) => {
          const claims: Evidence['claims'] = [{ name: 'any', type: 'string', value }];
          const evidence = evidenceOf({ trace_id, session_id: text, model_id: text, iss: text, claims, iat });
          const batch = toBatch([{ iss: text, span: toSpan(evidence, { ...place, mayShowText: true }) }]);
          expect(batch.count).toBe(1);
          expect(isRequest(JSON.parse(batch.body))).toBe(true);
        },
      ),
    );
  });

  it('has many claims cut and counted', () => {
    const claims: Evidence['claims'] = Array.from({ length: 130 }, (_one, n) => ({
      name: `c${n}`,
      type: 'count',
      value: n,
    }));
    const span = toSpan(evidenceOf({ claims }), place);
    expect([span.events.length, span.droppedEventsCount]).toEqual([128, 2]);
  });
});

describe('a batch', () => {
  const spans = (count: number) =>
    Array.from({ length: count }, () => ({ iss: 'gw', span: toSpan(evidenceOf(), place) }));

  it('stays within its bounds of spans and bytes', () => {
    expect(toBatch(spans(20), { maxSpans: 5, maxRequestBytes: 1_000_000 }).count).toBe(5);
    const small = toBatch(spans(20), { maxSpans: 512, maxRequestBytes: 10_000 });
    expect(small.count).toBeGreaterThan(0);
    expect(Buffer.byteLength(small.body)).toBeLessThanOrEqual(10_000);
    expect(toBatch(spans(1), { maxSpans: 512, maxRequestBytes: 1 }).count).toBe(1);
  });
});
