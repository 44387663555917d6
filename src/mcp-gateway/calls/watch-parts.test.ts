/** Parts of an answer: each is judged before it is shown, and one that is refused ends the call. */
import { describe, expect, it } from 'vitest';
import { judgeAway } from '../../clients/tool-judge/client.fake.ts';
import type { AnswerPart, UpstreamRequest } from '../ports.ts';
import { answered, type PlayedCalls, playCalls, refusalOf, textResult } from './calls.fixture.ts';

const aPart = (text: string): AnswerPart => ({ texts: [text], event: { kind: 'status', text } });

/** A server whose answer comes in these parts, until no more is wanted. */
function serveParts(calls: PlayedCalls, texts: readonly string[]): string[] {
  const sent: string[] = [];
  calls.serve(async ({ onPart }: UpstreamRequest) => {
    for (const text of texts) {
      sent.push(text);
      if ((await onPart?.(aPart(text))) === false) break;
    }
    return answered(textResult('whole'));
  });
  return sent;
}

async function callFor(calls: PlayedCalls) {
  const shown: string[] = [];
  const end = await calls.call({ onPart: ({ texts }) => void shown.push(...texts) });
  return { shown, end };
}

describe('a part of an answer', () => {
  it('is shown after it was judged and recorded, and the whole is the result', async () => {
    const calls = playCalls();
    serveParts(calls, ['one', 'two']);
    const { shown, end } = await callFor(calls);
    expect(shown).toEqual(['one', 'two']);
    expect(end).toMatchObject({ kind: 'result', result: textResult('whole') });
    expect(calls.judge.read.map(({ of }) => of)).toEqual(['contents', 'contents']);
  });

  it('that is denied is not shown, nothing more is asked for, and the call is refused though its whole is allowed', async () => {
    const calls = playCalls();
    calls.judge.verdicts.text = (text) => (text.includes('bad') ? ['no_bad'] : []);
    const sent = serveParts(calls, ['good', 'bad', 'late']);
    const { shown, end } = await callFor(calls);
    expect([shown, sent]).toEqual([['good'], ['good', 'bad']]);
    expect(refusalOf(end)).toMatchObject({ code: 'policy_denied', reasons: ['no_bad'], evidenceId: 'ev_1' });
    expect(calls.judge.ended).toHaveLength(1);
  });

  it('is judged with what was shown before it, so that a text cut in two is found', async () => {
    const calls = playCalls();
    calls.judge.verdicts.text = (text) => (text.includes('forbidden') ? ['found'] : []);
    serveParts(calls, ['forb', 'idden']);
    const { shown, end } = await callFor(calls);
    expect(shown).toEqual(['forb']);
    expect(refusalOf(end)).toMatchObject({ reasons: ['found'] });
  });

  it('that cannot be judged is not shown', async () => {
    const calls = playCalls();
    calls.judge.verdicts.text = judgeAway;
    serveParts(calls, ['one']);
    const { shown, end } = await callFor(calls);
    expect(shown).toEqual([]);
    expect(refusalOf(end)).toMatchObject({ code: 'judge_unavailable' });
  });
});
