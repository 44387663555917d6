import { describe, expect, it } from 'vitest';
import { addComment, addEvent, noAnswer, readRefusal } from './chat-answer.ts';

const message = (data: unknown) => ({ event: 'message', data: typeof data === 'string' ? data : JSON.stringify(data) });
const delta = (content: unknown, finish: unknown = null) =>
  message({ choices: [{ delta: { content }, finish_reason: finish }] });

describe('the answer of a model', () => {
  it('keeps each piece of text, the Evidence and why it ended', () => {
    const exchange = { event: 'assay.exchange', data: '{"x-assay-evidence-id":"ev_1"}' };
    const events = [exchange, delta('One. '), delta('Two.'), delta(undefined, 'stop'), message('[DONE]')];
    expect(events.reduce(addEvent, noAnswer)).toEqual({
      pieces: ['One. ', 'Two.'],
      evidenceId: 'ev_1',
      finish: 'stop',
      refusal: undefined,
    });
  });

  it('takes the Evidence of the whole answer from the comment at its end', () => {
    const before = { ...noAnswer, evidenceId: 'ev_1' };
    expect(addComment(before, 'assay {"x-assay-evidence-id":"ev_2"}').evidenceId).toBe('ev_2');
    expect([addComment(before, 'assay {'), addComment(before, 'keep-alive')]).toEqual([before, before]);
  });

  it('keeps the text before a denial that ends the stream', () => {
    const denial = message({
      error: { message: 'Denied', code: 'policy_denied', reasons: ['a.rule'], evidence_id: 'ev_2' },
    });
    const answer = [delta('One. '), denial].reduce(addEvent, noAnswer);
    expect([answer.pieces, answer.refusal?.code, answer.evidenceId]).toEqual([['One. '], 'policy_denied', 'ev_2']);
  });

  it('is not changed by events that make no sense', () => {
    const odd = [message('{'), message('null'), message([]), message({ choices: 'x' }), delta(7, 7)];
    expect(odd.reduce(addEvent, noAnswer)).toEqual(noAnswer);
  });
});

describe('a refusal', () => {
  it('has the rules that fired and the approval', () => {
    const error = { message: 'No', code: 'policy_denied', reasons: ['r', 1], approval: { id: 'apr_1' } };
    expect(readRefusal({ error })).toMatchObject({ reasons: ['r'], approvalId: 'apr_1', evidenceId: undefined });
  });

  it('is none where the body has no message', () => {
    expect([readRefusal({ detail: 'x' }), readRefusal(undefined), readRefusal({ error: 'x' })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
