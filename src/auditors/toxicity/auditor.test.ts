import { type ClaimsRequest, createAuditor } from '@assay/sdk';
import { runContractKit } from '@assay/sdk/testing';
import { describe, expect, it } from 'vitest';
import { defineToxicity, toxicity } from './auditor.ts';
import { fakePeer, notInstalled } from './classifier.fake.ts';
import { shippedModelId } from './shipped-model.ts';

const abuse = 'You are a worthless idiot and I will kill you.';

async function claimsOf(request: Partial<ClaimsRequest>, env: Record<string, string> = {}) {
  const response = await createAuditor(toxicity, { env }).claims({ phase: 'response', data: {}, ...request });
  if (response.status === 'error') throw new Error(response.error.message);
  return new Map(response.claims.map((claim) => [claim.name, claim]));
}

it('keeps the contract', async () => {
  const { checks } = await runContractKit(createAuditor(toxicity));
  expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
});

describe('claims', () => {
  it('abuse exceeds the threshold, with categories and spans and without a quotation', async () => {
    const claims = await claimsOf({ data: { output: abuse } });
    expect(claims.get('toxicity_exceeded')?.value).toBe(true);
    expect(claims.get('toxicity_categories')?.value).toEqual(['severe_toxicity', 'threat', 'insult']);
    expect(claims.get('language_detected')?.value).toBe('en');
    expect(claims.get('toxic_content')?.detail?.['spans']).toContainEqual(expect.objectContaining({ type: 'threat' }));
    expect(JSON.stringify([...claims.values()])).not.toMatch(/worthless|idiot/);
  });

  it('ordinary text scores close to zero in every category', async () => {
    const claims = await claimsOf({ data: { output: 'Paris is the capital of France.' } });
    const scores = [...claims.values()].filter(({ type }) => type === 'score_normalized');
    expect(scores.length).toBe(9);
    expect(scores.every(({ value }) => Number(value) < 0.2)).toBe(true);
  });

  it('the worst of input and documents counts, and spans name the document', async () => {
    const documents = [{ id: 'post-1', text: abuse }];
    const claims = await claimsOf({ phase: 'request', data: { input: 'Summarise the post', metadata: { documents } } });
    expect(claims.get('toxicity_exceeded')?.value).toBe(true);
    expect(claims.get('toxic_content')?.detail?.['spans']).toContainEqual(
      expect.objectContaining({ document: 'post-1' }),
    );
  });
});

describe('settings', () => {
  it('each category has its threshold, taken from the environment', async () => {
    const env = {
      TOXICITY_THREAT_THRESHOLD: '0.99',
      TOXICITY_INSULT_THRESHOLD: '0.99',
      TOXICITY_SEVERE_THRESHOLD: '0.99',
    };
    const claims = await claimsOf({ data: { output: abuse } }, env);
    expect(claims.get('toxicity_categories')?.value).toEqual([]);
    expect(claims.get('toxic_content')?.provenance).toMatchObject({
      threat_threshold: 0.99,
      'config.multilingual': true,
    });
  });

  it.each([
    ['TOXICITY_SEVERE_THRESHOLD', 'severe_toxicity', abuse],
    ['TOXICITY_THREAT_THRESHOLD', 'threat', abuse],
    ['TOXICITY_INSULT_THRESHOLD', 'insult', abuse],
    ['TOXICITY_IDENTITY_ATTACK_THRESHOLD', 'identity_attack', 'I hate all Muslims.'],
  ])('%s is the least score of %s that counts', async (name, category, output) => {
    const isListed = async (value: string) => {
      const listed = (await claimsOf({ data: { output } }, { [name]: value })).get('toxicity_categories')?.value;
      return Array.isArray(listed) && listed.includes(category);
    };
    expect([await isListed('0.001'), await isListed('1')]).toEqual([true, false]);
  });

  it('TOXICITY_THRESHOLD is the least overall score that counts', async () => {
    const isExceeded = async (TOXICITY_THRESHOLD: string) =>
      (await claimsOf({ data: { output: abuse } }, { TOXICITY_THRESHOLD })).get('toxicity_exceeded')?.value;
    expect([await isExceeded('0.001'), await isExceeded('1')]).toEqual([true, false]);
  });

  it('TOXICITY_MULTILINGUAL=false judges English only', async () => {
    const claims = await claimsOf({ data: { output: 'Ты идиот.' } }, { TOXICITY_MULTILINGUAL: 'false' });
    expect(claims.get('toxic_content')?.value).toBe(0);
  });

  it('the shipped model is the default and is part of the provenance', async () => {
    const claims = await claimsOf({ data: { output: abuse } });
    expect(claims.get('toxic_content')?.provenance).toMatchObject({ 'config.model': shippedModelId });
  });

  it('values that only the gateway reads are documented and in the effective configuration', () => {
    const auditor = createAuditor(toxicity, {
      env: { TOXICITY_REPLACEMENT_MESSAGE: 'Removed.', TOXICITY_BLOCK_ON_DETECTION: 'false' },
    });
    expect(auditor.effectiveConfig).toMatchObject({ replacement_message: 'Removed.', block_on_detection: false });
    expect(auditor.environment().map(({ name }) => name)).toContain('TOXICITY_REPLACEMENT_MESSAGE');
  });
});

describe('an external classifier', () => {
  const env = { TOXICITY_MODEL: 'someone/toxic-classifier' };
  const request = { phase: 'response' as const, data: { output: 'Quite an ordinary sentence.' } };

  it('replaces the shipped model for its own labels, and leaves the rest to it', async () => {
    const peer = fakePeer(() => [
      { label: 'toxic', score: 0.91 },
      { label: 'severe_toxic', score: 0.1 },
      { label: 'insult', score: 0.8 },
    ]);
    const auditor = createAuditor(defineToxicity({ importPackage: peer.importPackage }), { env });
    await auditor.whenReady();
    const answer = await auditor.claims(request);
    if (answer.status === 'error') throw new Error(answer.error.message);
    const values = new Map(answer.claims.map(({ name, value }) => [name, value]));
    expect(values.get('toxic_content')).toBe(0.91);
    expect(values.get('insult')).toBe(0.8);
    expect(values.get('threat')).toBeLessThan(0.2);
    expect(peer.loaded()).toEqual(['someone/toxic-classifier']);
  });

  it('answers MODEL_UNAVAILABLE when its package is missing, and the auditor is not ready', async () => {
    const errors: unknown[] = [];
    const definition = defineToxicity({ importPackage: (name) => Promise.reject(notInstalled(name)) });
    const auditor = createAuditor(definition, { env, onError: (error) => errors.push(error) });
    await expect(auditor.whenReady()).rejects.toThrow(/npm install @huggingface\/transformers/);
    expect(auditor.health()).toMatchObject({ ready: false, status: 'unhealthy' });
    expect(await auditor.claims(request)).toMatchObject({ status: 'error', error: { code: 'MODEL_UNAVAILABLE' } });
    expect(errors.length).toBeGreaterThan(0);
  });

  it('cannot be loaded by a request', async () => {
    const peer = fakePeer(() => []);
    const auditor = createAuditor(defineToxicity({ importPackage: peer.importPackage }));
    const answer = await auditor.claims({ ...request, vendor_context: { auditor_config: { model: 'evil/model' } } });
    expect(answer).toMatchObject({ status: 'error', error: { code: 'INVALID_SETTING' } });
    expect(peer.loaded()).toEqual([]);
  });

  it('is not even imported by default', async () => {
    const peer = fakePeer(() => []);
    await createAuditor(defineToxicity({ importPackage: peer.importPackage })).claims(request);
    expect(peer.imported()).toBe(0);
  });
});
