import { type ClaimsRequest, createAuditor } from '@assay/sdk';
import { runContractKit } from '@assay/sdk/testing';
import { describe, expect, it } from 'vitest';
import { toxicity } from './auditor.ts';

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

  it('ordinary text scores zero in every category', async () => {
    const claims = await claimsOf({ data: { output: 'Paris is the capital of France.' } });
    const scores = [...claims.values()].filter(({ type }) => type === 'score_normalized');
    expect(scores.length).toBe(9);
    expect(scores.every(({ value }) => value === 0)).toBe(true);
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

  it('TOXICITY_MULTILINGUAL=false judges English only', async () => {
    const claims = await claimsOf({ data: { output: 'Ты идиот.' } }, { TOXICITY_MULTILINGUAL: 'false' });
    expect(claims.get('toxic_content')?.value).toBe(0);
  });

  it('a model that does not exist stops the start and says which there are', () => {
    const env = { TOXICITY_MODEL: 'some-classifier' };
    expect(() => createAuditor(toxicity, { env })).toThrow(/TOXICITY_MODEL.*assay-lexical-1/);
  });

  it('what only the gateway reads is documented and effective configuration', () => {
    const auditor = createAuditor(toxicity, {
      env: { TOXICITY_REPLACEMENT_MESSAGE: 'Removed.', TOXICITY_BLOCK_ON_DETECTION: 'false' },
    });
    expect(auditor.effectiveConfig).toMatchObject({ replacement_message: 'Removed.', block_on_detection: false });
    expect(auditor.environment().map(({ name }) => name)).toContain('TOXICITY_REPLACEMENT_MESSAGE');
  });
});
