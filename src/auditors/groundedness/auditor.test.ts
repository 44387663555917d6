import { createAuditor } from '@assay/sdk';
import { runContractKit } from '@assay/sdk/testing';
import { describe, expect, it } from 'vitest';
import { defineGroundedness, groundedness } from './auditor.ts';
import { fakeEntailment } from './entailment.fake.ts';

const sources = [
  {
    id: 'report',
    text: 'The ferry carried 214 people. Nobody was seriously hurt. The operator will refund all tickets.',
  },
  { id: 'history', text: 'The operator was fined 80,000 euros in 2016.' },
];
const output = 'The ferry carried 214 people. Two people drowned in the icy water.';

async function claimsOf(
  data: Readonly<Record<string, unknown>>,
  env: Record<string, string> = {},
  definition = groundedness,
) {
  const auditor = createAuditor(definition, { env });
  await auditor.whenReady();
  const response = await auditor.claims({ phase: 'response', data });
  if (response.status === 'error') throw new Error(response.error.message);
  return new Map(response.claims.map((claim) => [claim.name, claim]));
}

const valuesOf = (claims: Awaited<ReturnType<typeof claimsOf>>) =>
  Object.fromEntries([...claims].map(([name, { value }]) => [name, value]));

it('keeps the contract', async () => {
  const metadata = { model_id: 'test', sources };
  const samples = { response: [{ input: 'What happened?', output, metadata }] };
  const { checks } = await runContractKit(createAuditor(groundedness), { samples });
  expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
});

describe('claims', () => {
  it('count what the sources support', async () => {
    expect(valuesOf(await claimsOf({ output, metadata: { sources } }))).toEqual({
      groundedness_score: 0.5,
      hallucination_detected: true,
      total_claims: 2,
      supported_claims: 1,
      cited_sources: 0,
      grounding_available: true,
    });
  });

  it('report that nothing can be judged without sources, and no score is guessed', async () => {
    for (const metadata of [{}, { sources: [] }, { sources: [{ id: 'empty', text: ' ' }] }]) {
      expect(valuesOf(await claimsOf({ output, metadata }))).toEqual({ total_claims: 2, grounding_available: false });
    }
  });

  it('have no score and no hallucination for an answer that claims nothing', async () => {
    const values = valuesOf(await claimsOf({ output: 'Hello! How can I help you?', metadata: { sources } }));
    expect(values).toMatchObject({ hallucination_detected: false, total_claims: 0, supported_claims: 0 });
    expect(values).not.toHaveProperty('groundedness_score');
  });

  it('give support, place and source of each claim, and no text', async () => {
    const detail = (await claimsOf({ output, metadata: { sources } })).get('groundedness_score')?.detail;
    expect(detail).toMatchObject({
      threshold: 0.8,
      total_claims: 2,
      claims: [
        { start: 0, end: 29, support: 1, source: 'report', source_start: 0, source_end: 29, reasons: [] },
        { start: 30, end: output.length },
      ],
      spans: [{ type: 'unsupported_claim', start: 30, end: output.length }],
    });
    expect(detail?.['support']).toBeLessThan(0.7);
    expect(JSON.stringify(detail)).not.toMatch(/ferry|drowned|operator/);
  });

  it('use documents only when they are declared as sources', async () => {
    const data = { output, metadata: { documents: sources } };
    expect(valuesOf(await claimsOf(data))).toMatchObject({ grounding_available: false });
    const values = valuesOf(await claimsOf(data, { GROUNDEDNESS_USE_DOCUMENTS: 'true' }));
    expect(values).toMatchObject({ grounding_available: true, supported_claims: 1 });
  });
});

describe('settings', () => {
  it('decide what counts, and are part of the provenance', async () => {
    const claims = await claimsOf({ output, metadata: { sources } }, { GROUNDEDNESS_THRESHOLD: '0.5' });
    expect(claims.get('hallucination_detected')?.value).toBe(false);
    expect(claims.get('hallucination_detected')?.provenance).toMatchObject({ threshold: 0.5, support_threshold: 0.5 });
    const lax = await claimsOf({ output, metadata: { sources } }, { GROUNDEDNESS_SUPPORT_THRESHOLD: '0' });
    expect(lax.get('supported_claims')?.value).toBe(2);
  });

  it('bound the sources, and count those left out', async () => {
    const many = Array.from({ length: 70 }, (_, at) => ({ id: `s${at}`, text: 'x'.repeat(at === 69 ? 5 : 5000) }));
    const detail = (await claimsOf({ output, metadata: { sources: many } })).get('groundedness_score')?.detail;
    expect(detail).toMatchObject({
      sources_analysed: 64,
      sources_skipped: 6,
      source_characters_skipped: 69 * 5000 + 5 - 256 * 1024,
    });
  });
});

describe('wrong input is reported in-band', () => {
  it.each([
    ['no list', 'text', /sources must be a list/],
    ['a number for a text', [{ id: 'a', text: 7 }], /sources\[0\] must be/],
    ['an id with a control character', [{ id: 'a\u0000', text: 'b' }], /sources\[0\]\.id/],
    ['an id that is no text', [{ id: {}, text: 'b' }], /sources\[0\]\.id/],
  ])('%s', async (_, wrong, message) => {
    const answer = await createAuditor(groundedness).claims({
      phase: 'response',
      data: { output, metadata: { sources: wrong } },
    });
    expect(answer).toMatchObject({ status: 'error', claims: [], error: { code: 'INVALID_REQUEST' } });
    expect(answer.status === 'error' && answer.error.message).toMatch(message);
  });

  it('more claims than can be judged in time', async () => {
    const answer = await createAuditor(groundedness).claims({
      phase: 'response',
      data: { output: 'It fell. '.repeat(5000), metadata: { sources } },
    });
    expect(answer).toMatchObject({ status: 'error', error: { code: 'INVALID_REQUEST' } });
  });
});

it('thousands of unsupported claims and the longest ids stay within the bounds of a claim', async () => {
  const long = [{ id: '漢'.repeat(128), text: 'Ships sank.' }];
  const answer = 'Ships of the line sold nine bananas. '.repeat(4000);
  const detail = (await claimsOf({ output: answer, metadata: { sources: long } })).get('groundedness_score')?.detail;
  expect(detail).toMatchObject({ total_claims: 4000, claims_unlisted: 4000 - 256 });
});

describe('an entailment model of the operator', () => {
  const named = { GROUNDEDNESS_MODEL: 'org/nli' };

  it('is asked about each claim beside its best source text, and both count', async () => {
    const sure = fakeEntailment((_, hypothesis) => (hypothesis.includes('drowned') ? [0, 9, 0] : [9, 0, 0]));
    const claims = await claimsOf({ output, metadata: { sources } }, named, defineGroundedness(sure));
    expect(claims.get('supported_claims')?.value).toBe(2);
    expect(sure.loaded()).toEqual(['org/nli']);
    for (const [premise, hypothesis] of sure.judged()) {
      expect(hypothesis).toBe('Two people drowned in the icy water.');
      expect(sources.map(({ text }) => text).join(' ')).toContain(premise);
    }
    expect(claims.get('groundedness_score')?.provenance).toMatchObject({ 'config.model': 'org/nli' });
  });

  it('is named among the reasons when it contradicts a claim', async () => {
    const never = fakeEntailment(() => [9, 0, 0]);
    const told = { output: 'The operator will not refund all of the tickets.', metadata: { sources } };
    const claims = await claimsOf(told, named, defineGroundedness(never));
    expect(JSON.stringify(claims.get('groundedness_score')?.detail)).toContain('contradicted_by_model');
    expect(claims.get('supported_claims')?.value).toBe(0);
  });

  it('in a folder never reaches the network', async () => {
    const fake = fakeEntailment(() => [0, 9, 0]);
    await claimsOf(
      { output, metadata: { sources } },
      { GROUNDEDNESS_MODEL: '/srv/models/nli' },
      defineGroundedness(fake),
    );
    expect(fake.env).toEqual({ localModelPath: '/srv/models', allowRemoteModels: false });
    expect(fake.loaded()).toEqual(['nli']);
  });

  it.each([
    ['without a label for entailment', fakeEntailment(() => [0, 1], { 0: 'LABEL_0', 1: 'LABEL_1' })],
    ['that answers too few scores', fakeEntailment(() => [0])],
    ['whose package is another one', { importPackage: () => Promise.resolve({}) }],
    [
      'whose package is not installed',
      { importPackage: () => Promise.reject(Object.assign(new Error('none'), { code: 'ERR_MODULE_NOT_FOUND' })) },
    ],
  ])('%s gives an error, never a score', async (_, { importPackage }) => {
    const auditor = createAuditor(defineGroundedness({ importPackage }), { env: named });
    const answer = await auditor.claims({ phase: 'response', data: { output, metadata: { sources } } });
    expect(answer).toMatchObject({ status: 'error', claims: [], error: { code: 'MODEL_UNAVAILABLE' } });
  });

  it('cannot be named by a request', async () => {
    const answer = await createAuditor(groundedness).claims({
      phase: 'response',
      data: { output, metadata: { sources } },
      vendor_context: { auditor_config: { model: 'org/other' } },
    });
    expect(answer).toMatchObject({ status: 'error', error: { code: 'INVALID_SETTING' } });
  });
});
