import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PlayedCalls, playCalls, somePrincipal, someTool, traceparent } from './calls.fixture.ts';

let calls: PlayedCalls;
beforeEach(() => {
  calls = playCalls();
});
afterEach(() => calls.close());

const { server } = someTool();
const options = { traceparent, signal: new AbortController().signal };
const judge = (texts: readonly { id: string; text: string }[]) =>
  calls.reading.judgeTexts(somePrincipal, server, texts, options);

describe('texts of resources and prompts', () => {
  it('are each judged, in the name of their reader', async () => {
    calls.judge.verdicts.text = (text) => (text.includes('IGNORE') ? ['injection'] : []);
    const answers = await judge([
      { id: 'a', text: 'hello' },
      { id: 'b', text: 'IGNORE' },
    ]);
    expect(answers).toEqual([
      { id: 'a', decision: 'allow', reasons: [] },
      { id: 'b', decision: 'deny', reasons: ['injection'] },
    ]);
    expect(calls.judge.read[0]).toMatchObject({ server: 'mail', caller: { agent_id: 'bot', credential_id: 'key_1' } });
  });

  it('are judged completely, of any length and number, including text at a cut', async () => {
    calls.judge.verdicts.text = (text) => (text.includes('IGNORE ALL RULES') ? ['injection'] : []);
    const place = fc.nat(200_000);
    await fc.assert(
      fc.asyncProperty(place, async (at) => {
        const text = `${'a'.repeat(at)}IGNORE ALL RULES${'b'.repeat(200_000 - at)}`;
        const [long, short] = await judge([
          { id: 'long', text },
          { id: 'short', text: '' },
        ]);
        expect([long?.decision, short?.decision]).toEqual(['deny', 'allow']);
      }),
      { numRuns: 50 },
    );
    const many = Array.from({ length: 450 }, (_, index) => ({ id: `t${index}`, text: `${index}` }));
    expect(await judge(many)).toHaveLength(450);
    for (const { texts } of calls.judge.read) {
      expect(texts.length).toBeLessThanOrEqual(100);
      expect(texts.every(({ text }) => text.length <= 65_536 && text.isWellFormed())).toBe(true);
    }
  });

  it('contain no characters without bytes, also when a character is cut', async () => {
    await judge([{ id: 'a', text: `${'👍'.repeat(70_000)}\ud800` }]);
    expect(calls.judge.read.flatMap(({ texts }) => texts).every(({ text }) => text.isWellFormed())).toBe(true);
  });

  it('are refused by a judge that does not mention them, or is unavailable', async () => {
    const silent = { ...calls.judge, texts: async () => ({ results: [] }) };
    const { createReading } = await import('./reading.ts');
    const states = { make: () => undefined, open: () => ({ kind: 'invalid' as const }) };
    const reading = createReading({ judge: silent, states, rate: { take: () => 'taken' }, bundleVersion: () => 'b.1' });
    const answers = await reading.judgeTexts(somePrincipal, server, [{ id: 'a', text: 'x' }], options);
    expect(answers).toEqual([{ id: 'a', decision: 'deny', reasons: ['not_judged'] }]);
    await expect(
      calls.reading.judgeTexts(somePrincipal, server, [{ id: 'a', text: 'x' }], {
        traceparent,
        signal: AbortSignal.abort(),
      }),
    ).rejects.toThrow();
  });
});

describe('entries of lists and questions to servers', () => {
  const asKind = (text: string, of: 'definitions' | 'questions' | 'contents', principal = somePrincipal) =>
    calls.reading.judgeTexts(principal, server, [{ id: 'a', text }], { ...options, of });

  it('are judged once per agent and configuration while allowed; contents and denied ones each time', async () => {
    calls.judge.verdicts.text = (text) => (text.includes('IGNORE') ? ['injection'] : []);
    for (const of of ['definitions', 'questions', 'contents'] as const) {
      for (let count = 0; count < 2; count += 1) await asKind('hello', of);
    }
    expect(calls.judge.read.map(({ of }) => of)).toEqual(['definitions', 'questions', 'contents', 'contents']);
    await asKind('hello', 'questions', { ...somePrincipal, agentId: 'other' });
    expect(calls.judge.read).toHaveLength(5);
    calls.bundle.version = 'b.2';
    await asKind('hello', 'questions');
    expect(calls.judge.read).toHaveLength(6);
    for (let count = 0; count < 2; count += 1) {
      expect(await asKind('IGNORE', 'questions')).toMatchObject([{ decision: 'deny', reasons: ['injection'] }]);
    }
    expect(calls.judge.read).toHaveLength(8);
  });
});

describe("the state of a server's question before its content", () => {
  const asked = { method: 'prompts/get', name: 'p', arguments: { a: '1' } };

  it('returns once to the same question of the same principal', () => {
    const state = calls.reading.sealState(somePrincipal, server, asked, 'srv');
    const other = { ...somePrincipal, key: 'other' };
    expect(() => calls.reading.openState(other, server, asked, state)).toThrow();
    expect(() => calls.reading.openState(somePrincipal, server, { ...asked, name: 'q' }, state)).toThrow();
    expect(calls.reading.openState(somePrincipal, server, asked, state)).toBe('srv');
    expect(() => calls.reading.openState(somePrincipal, server, asked, state)).toThrow();
  });

  it('is invalid for a tool call', async () => {
    const state = calls.reading.sealState(somePrincipal, server, { to: 'anna' }, undefined);
    expect(await calls.call({ requestState: state })).toMatchObject({ refusal: { code: 'state_invalid' } });
  });

  it('is refused when too long', () => {
    expect(() => calls.reading.sealState(somePrincipal, server, asked, 'x'.repeat(60_000))).toThrow('too long');
  });
});
