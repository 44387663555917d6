import { describe, expect, it } from 'vitest';
import type { RedactionSpan, SseEvent, StreamWindow, WindowStep } from '../api.ts';
import { openAiResponses as api } from './api.ts';

const textPart = (text: string) => ({ type: 'output_text', text, annotations: [] });
const message = (id: string, parts: readonly object[]) => ({
  type: 'message',
  id,
  role: 'assistant',
  status: 'completed',
  content: parts,
});
const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'f', arguments: '{"to":"secret"}' };
const head = { id: 'resp_1', object: 'response', model: 'gpt-4o', instructions: 'Be kind.' };
const toEvent = (data: object): SseEvent => ({ event: null, data: JSON.stringify(data) });
const created = toEvent({ type: 'response.created', response: { ...head, status: 'in_progress', output: [] } });
const delta = (output: number, content: number, text: string): SseEvent =>
  toEvent({ type: 'response.output_text.delta', output_index: output, content_index: content, delta: text });
const added = (output: number, item: object): SseEvent =>
  toEvent({ type: 'response.output_item.added', output_index: output, item });
const done = (output: number, item: object): SseEvent =>
  toEvent({ type: 'response.output_item.done', output_index: output, item });
const completed = (output: readonly object[]): SseEvent =>
  toEvent({ type: 'response.completed', response: { ...head, status: 'completed', output } });

/** A message in these pieces, and a call behind it. */
function tell(pieces: readonly string[]): readonly SseEvent[] {
  const item = message('msg_1', [textPart(pieces.join(''))]);
  return [
    created,
    added(0, message('msg_1', [])),
    ...pieces.map((text) => delta(0, 0, text)),
    done(0, item),
    added(1, { ...call, arguments: '' }),
    done(1, call),
    completed([item, call]),
  ];
}

function requireStream() {
  if (api.stream === null) throw new Error('this API streams');
  return api.stream;
}

type Allow = (window: StreamWindow) => readonly RedactionSpan[];

function run(events: readonly SseEvent[], allow?: Allow) {
  const releaser = requireStream().createWindowReleaser();
  const windows: StreamWindow[] = [];
  const frames: string[] = [];
  let failure: WindowStep | undefined;
  const take = (step: WindowStep): readonly StreamWindow[] => {
    if (!step.ok) {
      failure ??= step;
      return [];
    }
    frames.push(...step.frames);
    windows.push(...step.windows);
    return step.windows;
  };
  for (const event of events) {
    for (const window of take(releaser.push(event))) {
      if (allow !== undefined) take(releaser.release(window.id, allow(window)));
    }
  }
  return { windows, frames, failure, releaser };
}

function read(frames: readonly string[]) {
  const decoded = requireStream()
    .createDecoder()
    .push(new TextEncoder().encode(frames.join('')));
  if (!decoded.ok) throw new Error(decoded.reason);
  const result = requireStream().aggregate(decoded.events);
  if (!result.ok) throw new Error(result.reason);
  return result.stream;
}

/** The deltas of a text, joined, as a client shows them. */
function shown(frames: readonly string[]): string {
  return frames
    .filter((frame) => frame.includes('output_text.delta'))
    .map((frame) => JSON.parse(frame.slice(frame.indexOf('{'))).delta)
    .join('');
}

describe('a response in window mode', () => {
  it('has the texts of its messages audited sentence by sentence, and its head and ids beside them', () => {
    const { windows, frames, failure } = run(tell(['First sen', 'tence. Second ', 'sentence.']), () => []);
    expect(failure).toBeUndefined();
    const fresh = windows.map(({ text, overlap, isAside }) => [text.slice(overlap).split('\n')[0], isAside]);
    expect(fresh).toEqual([
      ['Be kind.', true],
      ['msg_1', true],
      ['First sentence. ', false],
      ['Second sentence.', false],
      ['msg_1', false],
      ['{"to":"secret"}', false],
      ['Be kind.', true],
    ]);
    expect(read(frames)).toMatchObject({
      body: { ...head, status: 'completed', output: [{ id: 'msg_1' }, call] },
      response: { output: 'First sentence. Second sentence.\n\n{"to":"secret"}' },
    });
    const numbers = frames.map((frame) => Number(/"sequence_number":(\d+)/.exec(frame)?.[1]));
    expect(numbers).toEqual(numbers.map((_, at) => at));
  });

  it('sends no character before its release', () => {
    expect(run(tell(['First sentence. ', 'Second.'])).frames).toEqual([]);
  });

  it('sends a sentence before the rest has come', () => {
    const { frames } = run(tell(['First sentence. ', 'Second']).slice(0, 4), () => []);
    expect(shown(frames)).toBe('First sentence. ');
    expect(frames.map((frame) => /^event: (\S+)/.exec(frame)?.[1])).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
    ]);
  });

  it('is redacted in deltas, in every later event that repeats them, and in arguments', () => {
    const redact: Allow = ({ text, overlap }) => {
      const start = text.indexOf('secret', overlap);
      return start === -1 ? [] : [{ start, end: start + 6, type: 'X' }];
    };
    const { frames } = run(tell(['Keep this. ', 'My sec', 'ret.']), redact);
    expect(frames.join('')).not.toContain('secret');
    expect(shown(frames)).toBe('Keep this. My [REDACTED:X].');
    expect(read(frames).response.output).toBe('Keep this. My [REDACTED:X].\n\n{"to":"[REDACTED:X]"}');
  });

  it('sends several parts and messages, annotations included, in order', () => {
    const items = [
      message('msg_1', [textPart('One.'), { ...textPart('Two.'), annotations: [{ type: 'url_citation', url: 'u' }] }]),
      message('msg_2', [
        { type: 'refusal', refusal: 'No.' },
        { type: 'hologram', says: 'light' },
      ]),
    ];
    const refusal = toEvent({ type: 'response.refusal.delta', output_index: 1, content_index: 0, delta: 'No.' });
    const events = [
      created,
      added(0, message('msg_1', [])),
      delta(0, 0, 'One.'),
      delta(0, 1, 'Two.'),
      done(0, items[0] ?? {}),
    ];
    const more = [added(1, message('msg_2', [])), refusal, done(1, items[1] ?? {}), completed(items)];
    const { frames, windows, failure } = run([...events, ...more], () => []);
    expect(failure).toBeUndefined();
    expect(read(frames).body).toMatchObject({ output: items });
    expect(windows.flatMap(({ uninspected }) => uninspected.map(({ kind }) => kind))).toEqual(['unknown']);
  });

  it('audits what follows in another part or message together with the end before it', () => {
    const events = [
      created,
      added(0, message('msg_1', [])),
      delta(0, 0, 'a sec'),
      delta(0, 1, 'ret'),
      delta(0, 1, 'ive'),
    ];
    const rest = [
      done(0, message('msg_1', [textPart('a sec'), textPart('retive')])),
      added(1, message('msg_2', [])),
      delta(1, 0, 'ness'),
      done(1, message('msg_2', [textPart('ness')])),
    ];
    const { windows } = run([...events, ...rest], () => []);
    expect(windows.map(({ text }) => text)).toEqual(expect.arrayContaining(['a secretive', 'a secretiveness']));
  });

  it('sends items whole that came out of order, at its end', () => {
    const items = [message('msg_1', [textPart('One.')]), call];
    const { frames, failure } = run([created, done(1, call), delta(0, 0, 'One.'), completed(items)], () => []);
    expect(failure).toBeUndefined();
    expect(read(frames).body).toMatchObject({ output: items });
  });

  it.each<[string, readonly SseEvent[]]>([
    ['an item says another text than its deltas', [delta(0, 0, 'One.'), done(0, message('msg_1', [textPart('Two.')]))]],
    ['a part of the deltas is missing', [delta(0, 0, 'One.'), done(0, message('msg_1', []))]],
    ['the answer lacks the open message', [delta(0, 0, 'One.'), completed([])]],
    ['a delta skips a part', [delta(0, 1, 'One.')]],
    ['a delta goes back to an earlier part', [delta(0, 0, 'One.'), delta(0, 1, 'Two.'), delta(0, 0, 'more')]],
    [
      'a delta is no text',
      [toEvent({ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: [1] })],
    ],
    ['a message becomes a call', [delta(0, 0, 'One.'), done(0, call)]],
  ])('is refused when %s', (_name, events) => {
    const { failure } = run([created, added(0, message('msg_1', [])), ...events], () => []);
    expect(failure).toMatchObject({ ok: false, cause: 'malformed' });
  });

  it('ends a denial with an error that has the next number, without an id that was not audited', () => {
    const { releaser, frames } = run(tell(['One sentence. ', 'Two.']).slice(0, 4), () => []);
    const info = { status: 403, code: 'policy_denied', message: 'No.' };
    expect(releaser.deny(info).join('')).toContain(`"sequence_number":${frames.length}`);
    expect(
      run(tell(['One.']))
        .releaser.deny(info)
        .join(''),
    ).not.toContain('resp_1');
  });
});
