import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '@assay/sdk/crypto';
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../src/contract/evidence.ts';
import { patternAuditor } from '../support/auditors.ts';
import { createFillingDisk } from '../support/filling-disk.ts';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from '../support/gateway.ts';
import { type ModelServer, sendEvents, sendJson, startModelServer } from '../support/model-server.ts';
import {
  closingOf,
  framesOf,
  nextCall,
  provenEvidence,
  readerOf,
  type StreamedApi,
  streamedApis,
  withoutComments,
} from '../support/windows.ts';

type Test = (gateway: TestGateway, model: ModelServer) => Promise<void>;

async function withGateway(test: Test, env: Record<string, string> = {}, options: TestGatewayOptions = {}) {
  const model = await startModelServer();
  const gateway = await startTestGateway({
    ...options,
    env: { GATEWAY_UPSTREAM_URL: model.url, GATEWAY_STREAM_MODE: 'window', ...env },
  });
  try {
    await test(gateway, model);
  } finally {
    await gateway.dispose();
    await model.close();
  }
}

const observe = { GATEWAY_MODE: 'observe' };

/** First and final Evidence of the only exchange, both proven, and their link. */
async function chainOf(gateway: TestGateway, response: Response): Promise<{ first: Evidence; final: Evidence }> {
  const [first, final, ...more] = await provenEvidence(gateway);
  if (first === undefined || final === undefined || more.length > 0) throw new Error('a windowed stream has two');
  expect(first).toMatchObject({ phase: 'request', stream_mode: 'window', response_hash: null });
  expect(first.evidence_id).toBe(response.headers.get('x-assay-evidence-id'));
  expect(first.stream).toBeUndefined();
  expect(final).toMatchObject({ stream_mode: 'window', previous_evidence_id: first.evidence_id });
  return { first, final };
}

async function answered(gateway: TestGateway, model: ModelServer, api: StreamedApi, frames: readonly string[]) {
  model.answerWith((_call, response) => sendEvents(response, frames));
  const response = await gateway.post(api.path, api.call('hello'));
  return { response, text: await response.text() };
}

describe.each(streamedApis.map((api) => [api.name, api] as const))('a windowed stream of %s', (_name, api) => {
  it('arrives completely when harmless, with a first evidence in the headers and the final one at its end', () =>
    withGateway(async (gateway, model) => {
      const said = 'One sentence. And another one. The end';
      const { response, text } = await answered(gateway, model, api, framesOf(api, [...said]));
      expect(response.status).toBe(200);
      expect(response.headers.get('x-assay-decision')).toBe('allow');
      expect(api.read(text)).toBe(said);
      expect(text).toContain(api.terminator);
      const { final } = await chainOf(gateway, response);
      expect(closingOf(text)).toMatchObject({ 'x-assay-evidence-id': final.evidence_id, 'x-assay-decision': 'allow' });
      const sent = withoutComments(text);
      expect(final).toMatchObject({
        phase: 'response',
        enforced: 'allow',
        response_hash: sha256Hex(sent),
        phases: [{ phase: 'request' }, { phase: 'response' }],
        stream: {
          end: 'complete',
          // Id and model of the answer, its sentences, and in some APIs what ends it.
          windows: api.besides.before + 3 + api.besides.after,
          runs: [
            { windows: api.besides.before + 3 + api.besides.after, decision: 'allow', released: true, redacted: false },
          ],
          sent_bytes: Buffer.byteLength(sent),
          withheld: false,
        },
      });
    }));

  it('shows its first sentence before the model has sent the rest', () =>
    withGateway(async (gateway, model) => {
      const called = nextCall(model);
      const { before, pieces, after } = api.tell(['One sentence. ', 'Two', ' are better.']);
      const answering = gateway.post(api.path, api.call('hello'));
      const speaker = await called;
      speaker.say(...before, ...pieces.slice(0, 2));
      const reader = readerOf(await answering);
      // The model waits for the client here: a gateway that waited for the model first would hang.
      const shown = await reader.until((text) => text.includes('One sentence.'));
      expect(shown).not.toContain('Two');
      expect(await provenEvidence(gateway)).toHaveLength(1);
      speaker.say(...pieces.slice(2), ...after);
      speaker.end();
      expect(api.read(await reader.toEnd())).toBe('One sentence. Two are better.');
    }));

  it('ends at a denied window with nothing of it shown, and the model server is stopped', () =>
    withGateway(async (gateway, model) => {
      const called = nextCall(model);
      const answering = gateway.post(api.path, api.call('hello'));
      const speaker = await called;
      const { before, pieces } = api.tell(['All is well. ', 'Now AT', 'TACK them. ', 'And more of it. ', 'More']);
      speaker.say(...before, ...pieces);
      const response = await answering;
      const text = await readerOf(response).toEnd();
      expect(await speaker.closed).toBe(true);
      expect(api.read(text)).toBe('All is well. ');
      expect(text).not.toMatch(/Now|TACK|them|more/);
      expect(text).toContain('policy_denied');
      expect(text).toContain(api.deniedFinish);
      expect(text).not.toContain(api.terminator);
      const { final } = await chainOf(gateway, response);
      expect(closingOf(text)['x-assay-decision']).toBe('deny');
      expect(text).toContain(final.evidence_id);
      expect(final).toMatchObject({
        enforced: 'deny',
        decision: { decision: 'deny', reasons: [expect.any(String)] },
        phases: [
          { phase: 'request', decision: 'allow' },
          { phase: 'response', decision: 'deny' },
        ],
        response_hash: sha256Hex(withoutComments(text)),
        stream: { end: 'denied', withheld: true },
      });
      expect(final.claims).toContainEqual(expect.objectContaining({ name: 'injection_risk', value: 1 }));
      expect(final.stream?.runs.slice(0, 2)).toEqual([
        { windows: api.besides.before + 1, decision: 'allow', released: true, redacted: false },
        { windows: 1, decision: 'deny', released: false, redacted: false },
      ]);
    }));

  it('is redacted when an entity comes in pieces, and the evidence says so', () =>
    withGateway(async (gateway, model) => {
      const pieces = ['It is PRI', 'VATE', '77 ok. ', 'Remember ', 'it, and PRIVATE', '8. Done.'];
      const { response, text } = await answered(gateway, model, api, framesOf(api, pieces));
      expect(api.read(text)).toBe('It is [REDACTED:private] ok. Remember it, and [REDACTED:private]. Done.');
      expect(text).not.toMatch(/PRI|VATE/);
      expect(text).toContain(api.terminator);
      const { final } = await chainOf(gateway, response);
      const hash = sha256Hex(withoutComments(text));
      expect(final).toMatchObject({
        enforced: 'allow',
        response_hash: hash,
        redacted_response_hash: hash,
        // The answer as the model wrote it, then as the client received it.
        phases: [{ phase: 'request' }, { phase: 'response' }, { phase: 'response' }],
        stream: { end: 'complete', withheld: false },
      });
      expect(final.stream?.runs).toEqual([
        { windows: api.besides.before, decision: 'allow', released: true, redacted: false },
        { windows: 2, decision: 'allow', released: true, redacted: true },
        { windows: 1 + api.besides.after, decision: 'allow', released: true, redacted: false },
      ]);
      const found = final.claims.filter(({ name }) => name === 'pii_found').map(({ value }) => value);
      expect(found).toEqual([false, true, false]);
    }));

  it('holds the arguments of a tool call until they are complete, and redacts inside them', () =>
    withGateway(async (gateway, model) => {
      const called = nextCall(model);
      const answering = gateway.post(api.path, api.call('hello'));
      const speaker = await called;
      const frames = api.tellTool(['{"to":"Ann. Bob. ', 'PRIV', 'ATE1"', '}']);
      speaker.say(...frames.slice(0, 4));
      const response = await answering;
      speaker.say(...frames.slice(4));
      speaker.end();
      const text = await response.text();
      expect(text.match(/"partial_json"|"arguments"/g)).toHaveLength(api.timesArguments);
      expect(JSON.parse(api.read(text))).toEqual({ to: 'Ann. Bob. [REDACTED:private]' });
      const { final } = await chainOf(gateway, response);
      expect(final.stream).toMatchObject({
        runs: [
          { windows: 1, redacted: false },
          { windows: 1, released: true, redacted: true },
          ...(api.besides.after === 0 ? [] : [{ windows: 1, released: true, redacted: false }]),
        ],
      });
    }));

  it('never shows a part of a denied tool call', () =>
    withGateway(async (gateway, model) => {
      const { text } = await answered(gateway, model, api, api.tellTool(['{"a":"harmless. ', 'but AT', 'TACK"}']));
      expect(text).not.toMatch(/harmless|"send"|TACK/);
      expect(text).toContain(api.deniedFinish);
    }));

  it('ends with an error when it breaks off, and the evidence tells the sent part', () =>
    withGateway(async (gateway, model) => {
      const called = nextCall(model);
      const answering = gateway.post(api.path, api.call('hello'));
      const speaker = await called;
      const { before, pieces } = api.tell(['One sentence. ', 'Half of']);
      speaker.say(...before, ...pieces);
      const response = await answering;
      const reader = readerOf(response);
      await reader.until((text) => text.includes('One sentence.'));
      speaker.breakOff();
      const text = await reader.toEnd();
      expect(api.read(text)).toBe('One sentence. ');
      expect(text).toContain('upstream_unavailable');
      expect(text).not.toContain(api.terminator);
      const { final } = await chainOf(gateway, response);
      expect(final).toMatchObject({
        phase: 'response',
        enforced: 'allow',
        response_hash: sha256Hex(withoutComments(text)),
        stream: { end: 'upstream_failed', windows: api.besides.before + 1, withheld: true },
      });
    }));

  it('is recorded when the client disconnects, and the model server is stopped', () =>
    withGateway(async (gateway, model) => {
      const called = nextCall(model);
      const answering = gateway.post(api.path, api.call('hello'));
      const speaker = await called;
      const { before, pieces } = api.tell(['One sentence. ', 'Half of']);
      speaker.say(...before, ...pieces);
      const response = await answering;
      const reader = readerOf(response);
      await reader.until((text) => text.includes('One sentence.'));
      await reader.cancel();
      expect(await speaker.closed).toBe(true);
      await expect.poll(async () => (await provenEvidence(gateway)).length).toBe(2);
      const { final } = await chainOf(gateway, response);
      expect(final).toMatchObject({
        phase: 'response',
        stream: { end: 'client_gone', windows: api.besides.before + 1, withheld: true },
      });
    }));

  it('is never blocked in observe mode, and the evidence has the hypothetical result', () =>
    withGateway(async (gateway, model) => {
      const said = 'Hello PRIVATE5. Now ATTACK. The end.';
      const { response, text } = await answered(gateway, model, api, framesOf(api, [said.slice(0, 9), said.slice(9)]));
      expect(api.read(text)).toBe(said);
      expect(text).toContain(api.terminator);
      const { final } = await chainOf(gateway, response);
      expect(closingOf(text)).toMatchObject({ 'x-assay-decision': 'allow', 'x-assay-would-decide': 'deny' });
      expect(final).toMatchObject({
        mode: 'observe',
        enforced: 'allow',
        decision: { decision: 'deny' },
        stream: { end: 'complete', withheld: false },
      });
      expect(final.stream?.runs.every((run) => run.released && !run.redacted)).toBe(true);
      expect(final.stream?.runs.some((run) => run.decision === 'deny')).toBe(true);
    }, observe));
});

const [chat] = streamedApis;
if (chat === undefined) throw new Error('the first of the APIs is OpenAI');

describe('a call that is not streamed after all', () => {
  it('is refused with 403 when its request is denied', () =>
    withGateway(async (gateway, model) => {
      const response = await gateway.post(chat.path, chat.call('ATTACK'));
      expect(response.status).toBe(403);
      expect(model.seen).toHaveLength(0);
      expect(await provenEvidence(gateway)).toMatchObject([{ enforced: 'deny', stream_mode: 'window' }]);
    }));

  it('is judged as a whole when the model server answers with an error', () =>
    withGateway(async (gateway, model) => {
      model.answerWith((_call, response) => sendJson(response, { error: { message: 'no' } }, 429));
      expect((await gateway.post(chat.path, chat.call('hello'))).status).toBe(429);
      model.answerWith((_call, response) => sendJson(response, { error: { message: 'ATTACK' } }, 429));
      expect((await gateway.post(chat.path, chat.call('hello'))).status).toBe(403);
      expect(await provenEvidence(gateway)).toHaveLength(2);
    }));
});

describe('a silent model', () => {
  it('does not let the connection go idle, and the comments are in no hash', () =>
    withGateway(
      async (gateway, model) => {
        const called = nextCall(model);
        const answering = gateway.post(chat.path, chat.call('hello'));
        const speaker = await called;
        const response = await answering;
        const reader = readerOf(response);
        await reader.until((text) => text.split(': assay keeps this open').length > 3);
        speaker.say(...framesOf(chat, ['Here I am.']));
        speaker.end();
        const text = await reader.toEnd();
        const { final } = await chainOf(gateway, response);
        expect(final.response_hash).toBe(sha256Hex(withoutComments(text)));
      },
      {},
      { streamHoldMs: 5 },
    ));
});

describe('an impossible redaction', () => {
  const cases = [
    ['an entity that a sentence end cuts in two', ['The code is PRIVATE. ', '12 is it', '.'], 'not_applicable'],
    ['an entity that only the next sentence makes one', ['I met Ann. ', 'She left', '.'], 'incomplete'],
  ] as const;
  it.each(cases)('is a denial: %s', (_name, pieces, reason) =>
    withGateway(
      async (gateway, model) => {
        const { response, text } = await answered(gateway, model, chat, framesOf(chat, pieces));
        expect(chat.read(text)).toBe(pieces[0]);
        const { final } = await chainOf(gateway, response);
        expect(final).toMatchObject({ enforced: 'deny', stream: { end: 'denied', withheld: true } });
        expect(final.decision.reasons).toContain(`redaction:${reason}`);
      },
      {},
      { auditors: [patternAuditor('pii_found', /PRIVATE[. ]*\d+|Ann(?=\. She)/g)] },
    ),
  );
});

describe('an answer denied only as a whole', () => {
  const filler = 'This is one more sentence that says nothing at all to anybody. '.repeat(6);
  const attack = { auditors: [patternAuditor('injection_risk', /alpha.*omega/gs)] };

  it.each([
    // Without a finish event its last text becomes a window only when the stream ends.
    ['and its last window is withheld', false],
    ['though all of its windows were sent', true],
  ])('ends with a denial instead of its finish reason, %s', (_name, hasFinish) =>
    withGateway(
      async (gateway, model) => {
        const frames = framesOf(chat, ['alpha. ', filler, 'omega']);
        if (!hasFinish) frames.splice(-2, 1);
        const { response, text } = await answered(gateway, model, chat, frames);
        expect(chat.read(text)).toContain(filler);
        expect(text.includes('omega')).toBe(hasFinish);
        expect(text).toContain('policy_denied');
        expect(text).not.toContain(chat.terminator);
        const { final } = await chainOf(gateway, response);
        expect(final).toMatchObject({
          enforced: 'deny',
          phases: [{ decision: 'allow' }, { decision: 'deny' }],
          stream: { end: 'denied', withheld: !hasFinish },
        });
        expect(final.stream?.runs.every((run) => run.decision === 'allow')).toBe(true);
      },
      {},
      attack,
    ),
  );
});

describe('a part that no auditor can read', () => {
  it('is known to the policy before it is sent', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-policy-'));
    const path = join(folder, 'no-audio.cedar');
    await writeFile(
      path,
      `@id("all") permit (principal, action, resource);
       @id("audio") forbid (principal, action, resource) when { context.uninspected.contains("audio") };`,
    );
    const audio = { choices: [{ index: 0, delta: { audio: { id: 'a1', data: 'UklGRg==' } }, finish_reason: null }] };
    const frames = framesOf(chat, ['Listen. ']);
    frames.splice(2, 0, `data: ${JSON.stringify(audio)}\n\n`);
    await withGateway(
      async (gateway, model) => {
        const { response, text } = await answered(gateway, model, chat, frames);
        expect(text).not.toContain('UklGRg');
        const { final } = await chainOf(gateway, response);
        expect(final).toMatchObject({ enforced: 'deny', decision: { reasons: ['audio'] }, stream: { end: 'denied' } });
        expect(final.uninspected).toContainEqual(expect.objectContaining({ kind: 'audio' }));
      },
      { GATEWAY_POLICY_FILE: path },
    );
    await rm(folder, { recursive: true });
  });
});

describe('the audit of a window', () => {
  it('sees its text with the text before it, beside the request', async () => {
    const seen: string[] = [];
    const listener = patternAuditor('injection_risk', /ATTACK/g, ({ phase, input, output, system }) => {
      if (phase === 'response') seen.push([system, input, output].join('|'));
    });
    await withGateway(
      async (gateway, model) => {
        model.answerWith((_call, response) => sendEvents(response, framesOf(chat, ['One. ', 'Two. ', 'Three'])));
        const messages = [
          { role: 'system', content: 'Be kind' },
          { role: 'user', content: 'hello' },
        ];
        await (await gateway.post(chat.path, { model: 'm', stream: true, messages })).text();
        expect(seen).toEqual([
          // Id and model of the answer, which are in a document.
          'Be kind|hello|',
          'Be kind|hello|One. ',
          'Be kind|hello|One. Two. ',
          'Be kind|hello|One. Two. Three',
          'Be kind|hello|One. Two. Three',
        ]);
      },
      {},
      { auditors: [listener] },
    );
  });
});

describe('a full disk', () => {
  it('during a stream withholds its end and reports it', async () => {
    const disk = createFillingDisk();
    await withGateway(
      async (gateway, model) => {
        const called = nextCall(model);
        const answering = gateway.post(chat.path, chat.call('hello'));
        const speaker = await called;
        const { before, pieces, after } = chat.tell(['One sentence. ', 'Two.']);
        speaker.say(...before, ...pieces);
        const reader = readerOf(await answering);
        await reader.until((text) => text.includes('One sentence.'));
        disk.fill();
        speaker.say(...after);
        speaker.end();
        const text = await reader.toEnd();
        expect(text).toContain('storage_full');
        expect(text).not.toContain(chat.terminator);
        expect(text).not.toContain(': assay {');
      },
      {},
      { fileSystem: disk.fileSystem },
    );
  });

  it('before the stream refuses it, and the model server is stopped', async () => {
    const disk = createFillingDisk();
    await withGateway(
      async (gateway, model) => {
        const called = nextCall(model);
        disk.fill();
        const answering = gateway.post(chat.path, chat.call('hello'));
        const speaker = await called;
        expect((await answering).status).toBe(503);
        expect(await speaker.closed).toBe(true);
      },
      {},
      { fileSystem: disk.fileSystem },
    );
  });
});
