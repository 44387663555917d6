import { describe, expect, it } from 'vitest';
import type { RedactionSpan, SseEvent, StreamWindow, WindowStep } from '../api.ts';
import { openAiCompletions as api } from './api.ts';

const { stream } = api;
if (stream === null) throw new Error('this API streams');

function requestOf(body: object) {
  const parsed = api.parseRequest({ model: 'm', ...body });
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.request;
}

function responseOf(choice: object) {
  const parsed = api.parseResponse({ choices: [{ index: 0, text: 'Hi', ...choice }] });
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.response;
}

describe('a request', () => {
  it('gives every prompt and the suffix to auditors as input', () => {
    expect(requestOf({ prompt: ['one', 'two'], suffix: 'three' }).input).toBe('one\n\ntwo\n\nthree');
  });

  it.each([[[1, 2, 3]], [[[1], [2]]]])('lists the tokens of prompt %j as uninspected', (prompt) => {
    expect(requestOf({ prompt }).uninspected[0]?.kind).toBe('tokens');
  });

  it.each([{}, { prompt: null }, { prompt: 7 }, { prompt: [] }, { prompt: ['a', [-1]] }])(
    'is refused without a readable prompt: %j',
    (body) => {
      expect(api.parseRequest({ model: 'm', ...body })).toMatchObject({ ok: false, error: { param: 'prompt' } });
    },
  );

  it('names members that it does not know as a feature', () => {
    expect(requestOf({ prompt: 'Hi', prompt_embeds: 'AAAA' }).features).toEqual(['unknown_member']);
    expect(requestOf({ prompt: 'Hi', n: 2, echo: true, logprobs: 3, best_of: 2 }).features).toEqual([]);
  });

  it('is redacted in a prompt of a list and in the suffix', () => {
    const body = { model: 'm', prompt: ['a secret', 'b'], suffix: 'secret too' };
    const { parts, input } = requestOf(body);
    const spans = [2, input.lastIndexOf('secret')].map((start) => ({ start, end: start + 6, type: 'X' }));
    expect(api.redactRequest(body, parts, spans)).toMatchObject({
      body: { prompt: ['a [REDACTED:X]', 'b'], suffix: '[REDACTED:X] too' },
    });
  });
});

describe('log-probabilities', () => {
  const lists = { token_logprobs: [null, -0.5], text_offset: [0, 2] };

  it('add nothing where they only spell the text', () => {
    expect(responseOf({ logprobs: { tokens: ['H', 'i'], top_logprobs: null, ...lists } }).documents).toEqual([]);
  });

  it.each<[string, object]>([
    ['tokens', { tokens: ['sec', 'ret'] }],
    [
      'alternatives of one rank',
      {
        tokens: ['H', 'i'],
        top_logprobs: [
          { a: -1, sec: -2 },
          { b: -1, ret: -2 },
        ],
      },
    ],
    ['tokens that name bytes', { tokens: ['bytes:\\x73\\x65', 'cret'] }],
    ['a measure', { token_logprobs: ['secret'] }],
    ['an alternative that is no measure', { top_logprobs: [{ a: 'secret' }] }],
    ['an unknown member', { notes: 'secret' }],
  ])('are read as a client joins them: %s', (_name, logprobs) => {
    expect(
      responseOf({ logprobs })
        .documents.map(({ text }) => text)
        .join('\n'),
    ).toContain('secret');
  });

  it('are read where offsets fall or are none, because they could be letters', () => {
    expect(responseOf({ logprobs: { text_offset: [115, 101, 99] } }).documents).not.toEqual([]);
  });

  it('leave a redacted answer', () => {
    const body = { choices: [{ index: 0, text: 'secret', logprobs: { tokens: ['sec', 'ret'] } }] };
    const parsed = api.parseResponse(body);
    const parts = parsed.ok ? parsed.response.parts : [];
    const redacted = api.redactResponse(body, parts, [{ start: 0, end: 6, type: 'X' }]);
    expect(redacted).toMatchObject({ body: { choices: [{ text: '[REDACTED:X]', logprobs: null }] } });
  });
});

const head = { id: 'cmpl-1', object: 'text_completion', created: 1_763_900_000, model: 'gpt-4o' };
const toEvent = (data: object): SseEvent => ({ event: null, data: JSON.stringify(data) });
const chunk = (text: string, finish: string | null = null, more: object = {}): SseEvent =>
  toEvent({ ...head, choices: [{ index: 0, text, logprobs: null, finish_reason: finish, ...more }] });
const done: SseEvent = { event: null, data: '[DONE]' };

function tell(texts: readonly string[]): readonly SseEvent[] {
  const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
  return [...texts.map((text) => chunk(text)), chunk('', 'length'), toEvent({ ...head, choices: [], usage }), done];
}

function run(events: readonly SseEvent[], allow?: (window: StreamWindow) => readonly RedactionSpan[]) {
  const releaser = requireStream().createWindowReleaser();
  const windows: StreamWindow[] = [];
  const frames: string[] = [];
  const take = (step: WindowStep): readonly StreamWindow[] => {
    if (!step.ok) throw new Error(step.reason);
    frames.push(...step.frames);
    windows.push(...step.windows);
    return step.windows;
  };
  for (const event of events) {
    for (const window of take(releaser.push(event))) {
      if (allow !== undefined) take(releaser.release(window.id, allow(window)));
    }
  }
  return { windows, sent: frames.join(''), releaser };
}

function requireStream() {
  if (stream === null) throw new Error('this API streams');
  return stream;
}

function read(frames: string) {
  const decoded = requireStream().createDecoder().push(new TextEncoder().encode(frames));
  if (!decoded.ok) throw new Error(decoded.reason);
  const result = requireStream().aggregate(decoded.events);
  if (!result.ok) throw new Error(result.reason);
  return result.stream;
}

describe('a buffered stream', () => {
  it('becomes the answer of the same call without streaming, and is written from it', () => {
    const logprobs = { tokens: ['One'], token_logprobs: [-1], top_logprobs: [{ index: 0 }], text_offset: [0] };
    const events = [chunk('One', null, { logprobs }), chunk(' two', null, { logprobs }), ...tell([])];
    const result = requireStream().aggregate(events);
    const body = {
      ...head,
      usage: { total_tokens: 3 },
      choices: [{ index: 0, text: 'One two', finish_reason: 'length', logprobs: { tokens: ['One', 'One'] } }],
    };
    expect(result).toMatchObject({ ok: true, stream: { body, response: { output: 'One two', finish: ['length'] } } });
    expect(result.ok && read(requireStream().encode(result.stream.body).join(''))).toMatchObject({ body });
  });

  it.each<[string, readonly SseEvent[], string]>([
    ['has no terminator', [chunk('a')], 'incomplete'],
    ['has no chunk', [done], 'malformed'],
    ['goes on after its terminator', [chunk('a'), done, chunk('b')], 'malformed'],
    ['has a choice without an index', [toEvent({ choices: [{ text: 'a' }] }), done], 'malformed'],
    ['has a text that is a list', [chunk('a', null, { text: ['b'] }), done], 'malformed'],
    ['has log-probabilities that are a text', [chunk('a', null, { logprobs: 'b' }), done], 'malformed'],
    ['holds an error', [toEvent({ error: { message: 'x' } }), done], 'upstream_error'],
  ])('is refused when it %s', (_name, events, cause) => {
    expect(requireStream().aggregate(events)).toMatchObject({ ok: false, cause });
  });
});

describe('a windowed stream', () => {
  it('sends no character before its release, and its finish reason last', () => {
    const events = tell(['First sen', 'tence. Second ', 'sentence.']);
    expect(run(events).sent).toBe('');
    const { windows, sent } = run(events, () => []);
    expect(windows.map(({ text, overlap }) => text.slice(overlap))).toEqual([
      'cmpl-1',
      'First sentence. ',
      'Second sentence.',
    ]);
    expect(read(sent)).toMatchObject({
      body: { ...head, usage: { total_tokens: 3 }, choices: [{ finish_reason: 'length' }] },
      response: { output: 'First sentence. Second sentence.' },
    });
  });

  it('is redacted in a window', () => {
    const { sent } = run(tell(['Keep. ', 'My secret.']), ({ text }) => {
      const start = text.indexOf('secret');
      return start === -1 ? [] : [{ start, end: start + 6, type: 'X' }];
    });
    expect(read(sent).response.output).toBe('Keep. My [REDACTED:X].');
  });

  it('has what a chunk says outside of its choices audited before it is sent', () => {
    const { windows, sent } = run(
      [toEvent({ ...head, note: 'a marker here', choices: [] }), ...tell(['Hi.'])],
      () => [],
    );
    expect(sent).toContain('a marker here');
    expect(windows.map(({ text }) => text).join('\n')).toContain('a marker here');
  });

  it('is refused when a choice goes on after its end or has a text that is none', () => {
    for (const event of [chunk('more'), chunk('', null, { text: { a: 1 } })]) {
      const { releaser } = run([chunk('a', 'stop')]);
      expect(releaser.push(event)).toMatchObject({ ok: false, cause: 'malformed' });
    }
  });

  it('ends a denial with content_filter and an error, without an id that was not audited', () => {
    const { releaser } = run([chunk('a')]);
    const frames = releaser.deny({ status: 403, code: 'policy_denied', message: 'No.' }).join('');
    expect(frames).toMatch(/content_filter[\s\S]*policy_denied[\s\S]*\[DONE\]/);
    expect(frames).not.toContain('cmpl-1');
  });
});
