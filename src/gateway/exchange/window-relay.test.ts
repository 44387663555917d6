import { describe, expect, it } from 'vitest';
import { aFrame, aRelay, doneFrame } from './window-relay.fixture.ts';

describe('the relay of a stream', () => {
  it('reads on only when its windows were audited and the client has taken them', async () => {
    const relay = aRelay([aFrame('One. '), aFrame('Two. '), aFrame('Three. '), doneFrame]);
    await relay.run();
    expect(relay.steps).toEqual([
      'read 0',
      // The start of the answer holds no text. A sentence ends visibly only when the next one begins.
      'write',
      'read 1',
      'judge One. ',
      'write',
      'read 2',
      'judge One. Two. ',
      'write',
      'read 3',
      'judge One. Two. Three. ',
    ]);
  });

  it('audits nothing more after a denial, and stops reading', async () => {
    const relay = aRelay([aFrame('One. BAD. Three'), aFrame(' is never read.'), doneFrame], {
      denies: (text) => text.includes('BAD'),
    });
    const { end, log } = await relay.run();
    expect(end.kind).toBe('denied');
    expect(relay.steps).toEqual(['read 0', 'write', 'judge One. BAD. ']);
    expect(log.toRecord({ end: 'denied', sentBytes: 0, isCut: false })).toMatchObject({
      runs: [{ windows: 1, decision: 'deny', released: false }],
    });
  });

  it('never sends text audited while the client disconnected', async () => {
    const relay = aRelay([aFrame('One. Two'), doneFrame], { leavesAt: (text) => text === 'One. ' });
    const { end, texts, log } = await relay.run();
    expect(end.kind).toBe('client_gone');
    expect(texts.isEmpty()).toBe(true);
    expect(relay.sent.join('')).not.toContain('One');
    expect(log.toRecord({ end: 'client_gone', sentBytes: 0, isCut: true }).runs).toEqual([
      { windows: 1, decision: 'allow', released: false, redacted: false },
    ]);
  });

  it('holds the last frames back, so that a denial can still replace them', async () => {
    const relay = aRelay([aFrame('One.'), aFrame('', 'stop'), doneFrame]);
    const { end } = await relay.run();
    expect(relay.sent.join('')).not.toMatch(/"stop"|DONE/);
    expect(end.kind === 'complete' && end.lastFrames.join('')).toMatch(/"finish_reason":"stop".*\[DONE\]/s);
  });

  it('fails for an answer that continues after its end, and sends nothing of its end', async () => {
    const relay = aRelay([aFrame('One.'), aFrame('', 'stop'), doneFrame, aFrame('Two')]);
    const { end, texts } = await relay.run();
    expect(end.kind).toBe('upstream_failed');
    expect(texts.sent()).toBe('One.');
    expect(relay.sent.join('')).not.toMatch(/"stop"|DONE|Two/);
  });

  it('throws errors that are no fault of the model server', async () => {
    const relay = aRelay([aFrame('One. Two'), doneFrame], {
      denies: () => {
        throw new Error('a bug');
      },
    });
    await expect(relay.run()).rejects.toThrow('a bug');
  });

  it('distinguishes the choices of an answer: each is judged after its own text', async () => {
    const two = (index: number, content: string) => aFrame(content, null, index);
    const relay = aRelay([two(0, 'A one. A'), two(1, 'B one. B'), two(0, ' two.'), two(1, ' two.'), doneFrame]);
    const { texts } = await relay.run();
    expect(relay.steps.filter((step) => step.startsWith('judge'))).toEqual([
      'judge A one. ',
      'judge B one. ',
      'judge A one. A two.',
      'judge B one. B two.',
    ]);
    expect(texts.sent()).toBe('A one. A two.\n\nB one. B two.');
  });
});
