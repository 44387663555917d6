import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  aQuestion,
  aResult,
  judgeOptions,
  startToolGateway,
  type ToolGateway,
} from '../../../test/support/tool-gateway.ts';
import type { ToolCallOutcome, ToolCallQuestion, ToolTextsQuestion } from '../../contract/tool-calls.ts';
import { isAppError } from '../../platform/errors.ts';
import { operatorTokenFile } from '../../platform/http/operator-token.ts';
import type { ToolJudge } from './client.ts';
import { createHttpToolJudge } from './http.ts';
import { createLocalToolJudge } from './local.ts';

let world: ToolGateway;
const judges = new Map<string, ToolJudge>();

beforeAll(async () => {
  world = await startToolGateway();
  world.verifier.publish({
    agents: [{ id: 'sleeper', workspace_id: 'default', audit_mode: 'enforce', status: 'suspended' }],
  });
  const { toolCalls, url } = world.gateway();
  const token = (await readFile(join(world.folder, operatorTokenFile), 'utf8')).trim();
  judges.set('local', createLocalToolJudge(toolCalls));
  judges.set('http', createHttpToolJudge({ url, token }));
  const health = async () => JSON.parse(await (await world.gateway().get('/health')).text()).config.revision;
  await vi.waitFor(async () => expect(await health()).toBe(2));
});
afterAll(async () => {
  for (const judge of judges.values()) await judge.close();
  await world?.dispose();
});

/** Replaces the values that differ in every call. */
const plain = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer)
      .replaceAll(/ev_[0-9a-f-]{36}/g, 'ev')
      .replaceAll(/call_[A-Za-z0-9_-]{32}/g, 'call')
      .replaceAll(/apr_[0-9a-f-]{36}/g, 'apr')
      .replaceAll(/"expires_at":"[^"]+"/g, '"expires_at":"then"'),
  );

/** The answer, or the code and text of the refusal. */
async function said(work: (judge: ToolJudge) => Promise<unknown>) {
  const answers = [...judges.values()].map((judge) =>
    work(judge).then(plain, (error: unknown) =>
      isAppError(error) ? { refused: error.code, text: error.publicText } : { thrown: String(error) },
    ),
  );
  const [local, http] = await Promise.all(answers);
  expect(http).toEqual(local);
  return Object(local);
}

const bent = (change: object): ToolCallQuestion => ({ ...aQuestion(), ...change });
const deep = (levels: number): unknown => (levels === 0 ? 'x' : { a: deep(levels - 1) });

const questions: [string, ToolCallQuestion, object][] = [
  ['one that is allowed', aQuestion(), { decision: 'allow', call_id: 'call', redacted: false }],
  ['one with something to redact', aQuestion({ arguments: { a: 'PRIVATE1' } }), { decision: 'allow', redacted: true }],
  ['one that is denied', aQuestion({ arguments: { a: 'ATTACK' } }), { decision: 'deny', reasons: ['attack'] }],
  ['one that people are asked about', aQuestion({ tool: 'pay' }), { decision: 'deny', approval: { id: 'apr' } }],
  ['odd characters', aQuestion({ arguments: { '\u0000': '\ud800', n: 1e300 } }), { decision: 'allow' }],
  ['a suspended agent', bent({ caller: { agent_id: 'sleeper' } }), { refused: 'agent_suspended' }],
  ['no agent', bent({ caller: {} }), { refused: 'invalid_request' }],
  ['a member too many', bent({ more: 1 }), { refused: 'invalid_request' }],
  ['arguments that are a list', bent({ arguments: [] }), { refused: 'invalid_request' }],
  ['no time at all', bent({ timeout_ms: 0 }), { refused: 'invalid_request' }],
  ['a tool that no record can name', aQuestion({ tool: 'a\u0000b' }), { refused: 'invalid_request' }],
  ['arguments nested too deep', bent({ arguments: deep(70) }), { refused: 'invalid' }],
  [
    'a tool outside of the consent',
    bent({ caller: { agent_id: 'clerk', on_behalf_of: { user: 'u', grant_id: 'g', tools: ['other'] } } }),
    { refused: 'forbidden' },
  ],
];

describe('a judge in process and over HTTP gives the same', () => {
  it.each(questions.filter(([name]) => !name.includes('too deep')))('for %s', async (_name, question, expected) => {
    expect(await said((judge) => judge.begin(question, judgeOptions()))).toMatchObject(expected);
  });

  it('for arguments nested too deep, with another message', async () => {
    for (const judge of judges.values()) {
      const question = bent({ arguments: deep(70) });
      const code = await judge.begin(question, judgeOptions()).catch((error: unknown) => Object(error).code);
      expect(code).toMatch(/^invalid_/);
    }
  });

  it.each<[string, ToolCallOutcome, object]>([
    ['a result', aResult('fine'), { decision: 'allow', result: { content: [{ type: 'text', text: 'fine' }] } }],
    ['one to redact', aResult('PRIVATE1'), { redacted: true, result: { content: [{ text: '[REDACTED:private]' }] } }],
    ['one that is denied', aResult('ATTACK'), { decision: 'deny', messages: ['No attacks'] }],
    ['none', { kind: 'failed', code: 'x', message: 'y' }, { decision: 'allow', redacted: false }],
  ])('for %s', async (_name, outcome, expected) => {
    const answer = await said(async (judge) => {
      const begun = await judge.begin(aQuestion(), judgeOptions());
      if (begun.decision !== 'allow') throw new Error(begun.decision);
      return judge.end(begun.call_id, outcome, judgeOptions());
    });
    expect(answer).toMatchObject(expected);
  });

  it.each(['call_none', 'a/b', '..', '%00'])('for an unknown call: %s', async (callId) => {
    const codes = [...judges.values()].map((judge) =>
      judge.end(callId, aResult('x'), judgeOptions()).catch((error: unknown) => Object(error).code),
    );
    for (const code of await Promise.all(codes)) expect(code).toMatch(/^(not_found|invalid_request)$/);
  });

  it('for an invalid outcome, and the call can still be ended', async () => {
    for (const judge of judges.values()) {
      const begun = await judge.begin(aQuestion(), judgeOptions());
      if (begun.decision !== 'allow') throw new Error(begun.decision);
      const wrong: unknown = { kind: 'result', result: 'text' };
      await expect(judge.end(begun.call_id, wrong as ToolCallOutcome, judgeOptions())).rejects.toMatchObject({
        code: 'invalid_request',
      });
      expect((await judge.end(begun.call_id, aResult('x'), judgeOptions())).decision).toBe('allow');
    }
  });

  it.each<[string, ToolTextsQuestion['texts'], object]>([
    ['texts', ['fine', 'ATTACK'].map((text, at) => ({ id: `t${at}`, text })), { results: [{}, { decision: 'deny' }] }],
    ['no texts', [], { refused: 'invalid_request' }],
    ['two of one id', ['a', 'b'].map((text) => ({ id: 't', text })), { refused: 'invalid_request' }],
  ])('for %s', async (_name, texts, expected) => {
    const question = { caller: { agent_id: 'clerk' }, server: 'crm', of: 'contents' as const, texts };
    expect(await said((judge) => judge.texts(question, judgeOptions()))).toMatchObject(expected);
  });

  it.each([
    ['definitions', ['allow', 'deny', 'allow']],
    ['contents', ['allow', 'deny', 'deny']],
    ['questions', ['allow', 'deny', 'deny']],
  ] as const)('for texts that are %s', async (of, decisions) => {
    const texts = ['fine', 'ATTACK', 'PRIVATE1'].map((text, at) => ({ id: `t${at}`, text }));
    const question = { caller: { agent_id: 'clerk' }, server: 'crm', of, texts };
    expect(await said((judge) => judge.texts(question, judgeOptions()))).toMatchObject({
      results: decisions.map((decision) => ({ decision })),
    });
  });

  it('for a cancelled caller: no answer', async () => {
    const signal = AbortSignal.abort(new Error('gave up'));
    expect(await said((judge) => judge.begin(aQuestion(), { ...judgeOptions(), signal }))).toEqual({
      thrown: 'Error: gave up',
    });
  });

  it("for the caller's trace", async () => {
    for (const judge of judges.values()) {
      const begun = await judge.begin(aQuestion({ tool: 'traced' }), judgeOptions());
      if (begun.decision !== 'allow') throw new Error(begun.decision);
      await judge.end(begun.call_id, aResult('x'), judgeOptions());
    }
    const traced = (await world.recorded()).filter(({ tool }) => tool === 'traced');
    expect(traced.map(({ trace_id: id }) => id)).toEqual(Array(2).fill('0af7651916cd43dd8448eb211c80319c'));
  });
});

describe('an unreachable judge', () => {
  it('is unavailable for any question', async () => {
    const judge = createHttpToolJudge({ url: 'http://127.0.0.1:1', timeoutMs: 2_000 });
    await expect(judge.begin(aQuestion(), judgeOptions())).rejects.toMatchObject({ code: 'unavailable' });
    await judge.close();
  });
});
