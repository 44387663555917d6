import { sha256Hex } from '@assay/sdk/crypto';
import { describe, expect, it } from 'vitest';
import { anEvidence } from '../../../../test/support/artefacts.ts';
import type { Evidence } from '../../../contract/evidence.ts';
import { toDecisionEvent } from './decision-event.ts';

const hash = `sha256:${sha256Hex('key')}`;
const dataOf = (change: Partial<Evidence> = {}, showsText = false, receiptSeq?: number) =>
  toDecisionEvent({ evidence: { ...anEvidence(hash), ...change }, receiptSeq }, showsText).data;
const decided = (change: Partial<Evidence['decision']>) => ({ decision: { ...anEvidence(hash).decision, ...change } });
const claim = (value: unknown, name = 'label') => ({ name, type: 'string' as const, value, confidence: 0.5 });
const run = (auditor_id: string, status: Evidence['auditors'][number]['status'], claims: number[] = []) => ({
  auditor_id,
  name: `${auditor_id} here`,
  version: '1.0.0',
  phase: 'request' as const,
  claims,
  boundary: 'attested' as const,
  status,
  duration_ms: 1,
});

describe('the event of a decision', () => {
  it('has the enforced decision, and in observe mode the hypothetical one', () => {
    const denied = decided({ decision: 'deny', obligations: ['block', 'warn', 'block'], reasons: ['p1'] });
    expect(dataOf({ ...denied, enforced: 'deny' })).toMatchObject({ decision: 'deny', responses: ['block', 'warn'] });
    expect(dataOf({ ...denied, enforced: 'deny' })).not.toHaveProperty('would_decide');
    const observed = dataOf({ ...denied, enforced: 'allow', mode: 'observe' });
    expect(observed).toMatchObject({ decision: 'allow', mode: 'observe', would_decide: 'deny', reasons: ['p1'] });
  });

  it('names related objects: evidence, receipt, approval, and the call of the model or the tool', () => {
    const { evidence_id: id } = anEvidence(hash);
    expect(dataOf({ evidence_id: id }, false, 7)).toMatchObject({ evidence_id: id, invocation_id: id, receipt_seq: 7 });
    const streamed = { evidence_id: id, previous_evidence_id: 'ev_first', stream_mode: 'window' as const };
    expect(dataOf(streamed)).toMatchObject({ evidence_id: id, invocation_id: 'ev_first' });
    expect(dataOf({ ...streamed, stream_mode: 'buffer' })).toMatchObject({ invocation_id: id });
    const tool = dataOf({ tool: 'crm.search' });
    expect(tool).toMatchObject({ tool: 'crm.search' });
    expect(tool).not.toHaveProperty('invocation_id');
    const approval = { id: 'apr_1', status: 'approved' as const, phase_index: 0 };
    expect(dataOf({ approval })).toMatchObject({ approval_id: 'apr_1' });
    expect(dataOf({ approval: { ...approval, id: null } })).not.toHaveProperty('approval_id');
  });

  it('shows numbers and booleans, and text only when the workspace allows it and nothing is redacted', () => {
    const claims = [
      ...[claim(0.5, 'risk'), claim(true, 'found'), claim('Ann Smith'), claim(['Ann']), claim({ who: 'Ann' })],
    ];
    const shown = (data: Readonly<Record<string, unknown>>) => JSON.stringify(data['claims']);
    expect(shown(dataOf({ claims }))).not.toContain('Ann');
    expect(shown(dataOf({ claims }))).toContain('0.5');
    expect(shown(dataOf({ claims }, true))).toContain('Ann Smith');
    expect(shown(dataOf({ claims, ...decided({ obligations: ['redact'] }) }, true))).not.toContain('Ann');
  });

  it("names the origin of claims and the auditors' results, in every phase", () => {
    const auditors = [run('pii', 'ok', [0]), run('pii', 'late'), run('toxicity', 'ok', [1]), run('bias', 'skipped')];
    const data = dataOf({ auditors: [...auditors, run('secrets', 'failed')], claims: [claim(1, 'a'), claim(2, 'b')] });
    expect(data['auditors']).toEqual({ ok: ['toxicity'], failed: ['pii', 'secrets'], skipped: ['bias'] });
    expect(data['claims']).toMatchObject([
      { auditor_id: 'pii', name: 'a', value: 1, confidence: 0.5 },
      { auditor_id: 'toxicity', name: 'b', value: 2 },
    ]);
  });

  it('is bounded for any Evidence, and can be stored in a database', () => {
    const bad = `\u0000\ud800${'x'.repeat(10_000)}`;
    const claims = Array.from({ length: 4_000 }, (_, index) => ({ ...claim(bad, bad), confidence: index / 4_000 }));
    const auditors = Array.from({ length: 500 }, (_, index) => run(`${bad}${index}`, 'ok', [index]));
    const reasons = Array.from({ length: 400 }, () => bad);
    const data = dataOf({ claims, auditors, tool: bad, ...decided({ reasons, policy_id: bad }) }, true);
    expect(data).toMatchObject({ claims_omitted: 3_950, reasons_omitted: 350 });
    const text = JSON.stringify(data);
    expect(text.length).toBeLessThan(80_000);
    expect(text).not.toMatch(/\\u0000|\\ud800/);
  });
});
