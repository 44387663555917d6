import { createAuditor } from '@assay/sdk';
import { runContractKit } from '@assay/sdk/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { watermark } from './auditor.ts';
import { authority, emptyImage, signImage } from './c2pa/signer.fixture.ts';
import { createRandom, generateGreen, keyed } from './text/generator.fixture.ts';

const key = 'a key of the tests';
const prose = Array.from(
  { length: 30 },
  (_, index) => `Sentence ${index} tells of rain, trains and ${index * 37} trees.`,
).join(' ');

interface Asked {
  readonly phase?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

async function ask(request: Asked, env: Record<string, string> = {}) {
  return await createAuditor(watermark, { env }).claims({ phase: 'response', ...request });
}

async function claimsOf(request: Asked, env: Record<string, string> = {}) {
  const response = await ask(request, env);
  if (response.status === 'error') throw new Error(response.error.message);
  return new Map(response.claims.map((claim) => [claim.name, claim]));
}

async function refusal(request: Asked, env: Record<string, string> = {}): Promise<[string, string]> {
  const response = await ask(request, env);
  return response.status === 'error' ? [response.error.code, response.error.message] : ['', ''];
}

function base64(file: Uint8Array): string {
  return Buffer.from(file).toString('base64');
}

it('keeps the contract', async () => {
  const { checks } = await runContractKit(createAuditor(watermark));
  expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
});

it('keeps the contract with a key and a trust list', async () => {
  const env = { WATERMARK_KEY: key, WATERMARK_C2PA_TRUST_ANCHORS: authority.pem };
  const { checks } = await runContractKit(createAuditor(watermark, { env }));
  expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
});

describe('text', () => {
  it('is not detectable without a key, which is reported, and nothing else is claimed', async () => {
    const claims = await claimsOf({ data: { output: prose } });
    expect([...claims.keys()]).toEqual(['watermark_detectable']);
    expect(claims.get('watermark_detectable')).toMatchObject({ value: false, detail: { reason: 'no_key' } });
  });

  it.each([
    ['', { WATERMARK_KEY: key }, 'no_text'],
    ['one', { WATERMARK_KEY: key, WATERMARK_TOKENIZER: 'whitespace' }, 'text_too_short'],
    ['words', { WATERMARK_KEY: key, WATERMARK_TOKENIZER: 'token_ids' }, 'no_token_ids'],
    ['words', { WATERMARK_KEY: '' }, 'no_key'],
  ])('%j with %j is not detectable: %s', async (output, env, reason) => {
    const claims = await claimsOf({ data: { output } }, env);
    expect(claims.get('watermark_detectable')).toMatchObject({ value: false, detail: { reason } });
    expect(claims.size).toBe(1);
  });

  it.each(['cl100k_base', 'o200k_base', 'p50k_base', 'r50k_base', 'whitespace', 'utf8-bytes'])(
    'without the watermark is not detected (%s), and the test is named',
    async (tokenizer) => {
      const claims = await claimsOf(
        { data: { output: prose } },
        { WATERMARK_KEY: key, WATERMARK_TOKENIZER: tokenizer },
      );
      const values = ['watermark_detectable', 'watermark_detected', 'watermark_embedded', 'watermark_type'];
      expect(values.map((name) => claims.get(name)?.value)).toEqual([true, false, false, 'none']);
      const detail = claims.get('watermark_detected')?.detail;
      const [T, n, p, z] = [detail?.['T'], detail?.['n_green'], detail?.['p'], detail?.['z']].map(Number);
      expect(((n ?? 0) - 0.25 * (T ?? 0)) / Math.sqrt((T ?? 0) * 0.1875)).toBeCloseTo(z ?? 0, 12);
      expect(claims.get('watermark_score')?.value).toBe(1 - (p ?? 0));
      expect(detail).toMatchObject({ tokenizer, gamma: 0.25, scheme: 'left', method: 'binomial' });
    },
  );

  it('made of green words is detected, by its words or by their ids', async () => {
    const output = makeGreenText(200);
    const env = { WATERMARK_KEY: key, WATERMARK_TOKENIZER: 'whitespace' };
    const claims = await claimsOf({ data: { output } }, env);
    const values = ['watermark_detectable', 'watermark_detected', 'watermark_embedded', 'watermark_type'];
    expect(values.map((name) => claims.get(name)?.value)).toEqual([true, true, true, 'green_list']);
    expect(claims.get('watermark_score')?.value).toBeGreaterThan(0.999999);
    expect(claims.get('watermark_embedded')?.detail).toMatchObject({ detectable: true, watermark_type: 'green_list' });
    const other = await claimsOf({ data: { output } }, { ...env, WATERMARK_KEY: 'another key of the tests' });
    expect(other.get('watermark_detected')?.value).toBe(false);
  });

  it("may be given as the caller's ids, which are tested unchanged", async () => {
    const ids = generateGreen({ length: 220, vocabulary: 400, modelSeed: 1, seed: 2, delta: 2, list: keyed() });
    const env = { WATERMARK_KEY: key, WATERMARK_TOKENIZER: 'token_ids' };
    const claims = await claimsOf({ data: { output: '', metadata: { token_ids: ids } } }, env);
    expect(claims.get('watermark_detected')?.value).toBe(true);
    for (const wrong of ['1,2', [1.5], [-1], [null], [1_000_000], [Number.MAX_SAFE_INTEGER]]) {
      const [code, message] = await refusal({ data: { metadata: { token_ids: wrong } } }, env);
      expect([code, message]).toEqual(['INVALID_REQUEST', expect.stringContaining('data.metadata.token_ids must be')]);
    }
  });

  it('of a tournament is tested by its g-values', async () => {
    const env = { WATERMARK_KEY: key, WATERMARK_SCHEME: 'tournament', WATERMARK_CONTEXT_WIDTH: '4' };
    const claims = await claimsOf({ data: { output: prose } }, env);
    expect(claims.get('watermark_detected')?.value).toBe(false);
    expect(claims.get('watermark_detected')?.detail).toMatchObject({ scheme: 'tournament', layers: 30 });
  });

  it('of few tokens is never detected, for any z', async () => {
    const output = makeGreenText(8);
    const env = { WATERMARK_KEY: key, WATERMARK_TOKENIZER: 'whitespace' };
    const claims = await claimsOf({ data: { output } }, env);
    expect(claims.get('watermark_detected')).toMatchObject({
      value: false,
      detail: { T: 7, n_green: 7, enough_tokens: false },
    });
    const eager = await claimsOf({ data: { output } }, { ...env, WATERMARK_MIN_TOKENS: '5' });
    expect(eager.get('watermark_detected')?.value).toBe(true);
  });

  it('has its settings in the provenance, but never the key or the trust list', async () => {
    const env = { WATERMARK_KEY: key, WATERMARK_GAMMA: '0.5', WATERMARK_C2PA_TRUST_ANCHORS: authority.pem };
    const metadata = { media_base64: base64(signImage()) };
    const claims = await claimsOf({ data: { output: prose, metadata } }, env);
    expect(claims.get('watermark_detected')?.provenance).toMatchObject({ gamma: 0.5, tokenizer: 'cl100k_base' });
    const told = JSON.stringify([...claims.values()]);
    expect(told).not.toContain(key);
    expect(told).not.toContain('BEGIN CERTIFICATE');
  });

  it('is refused with a setting that is no integer', async () => {
    const env = { WATERMARK_KEY: key, WATERMARK_CONTEXT_WIDTH: '1.5' };
    expect((await refusal({ data: { output: prose } }, env))[0]).toBe('INVALID_SETTING');
  });

  it('of more than half a million characters is tested in part, which is reported', async () => {
    const env = { WATERMARK_KEY: key, WATERMARK_TOKENIZER: 'utf8-bytes' };
    const claims = await claimsOf({ data: { output: 'ab '.repeat(400_000) } }, env);
    expect(claims.get('watermark_detected')?.detail).toMatchObject({ truncated: true, tokens: 512 * 1024 });
  });
});

describe('media', () => {
  const trust = { WATERMARK_C2PA_TRUST_ANCHORS: authority.pem };

  it.each([
    ['response', 'media_base64'],
    ['artifact', 'artifact_base64'],
    ['artifact', 'media_base64'],
  ] as const)('of phase %s in %s is validated', async (phase, member) => {
    const metadata = { [member]: base64(signImage({ format: 'jpeg' })) };
    const claims = await claimsOf({ phase, data: { metadata } }, trust);
    expect([claims.get('c2pa_signed')?.value, claims.get('c2pa_valid')?.value]).toEqual([true, true]);
    expect(claims.get('c2pa_valid')?.detail).toMatchObject({
      format: 'jpeg',
      trust_anchors: { count: 1 },
      failures: [],
    });
  });

  it('without a trust list has an unknown signer and is not valid', async () => {
    const claims = await claimsOf({ data: { metadata: { media_base64: base64(signImage()) } } });
    expect([claims.get('c2pa_signed')?.value, claims.get('c2pa_valid')?.value]).toEqual([true, false]);
    expect(claims.get('c2pa_valid')?.detail).toMatchObject({
      trust_anchors: { count: 0 },
      failure_codes: ['signingCredential.untrusted'],
    });
  });

  it('without a manifest is neither signed nor valid; nothing is claimed about other formats or without media', async () => {
    const plain = await claimsOf({ data: { metadata: { media_base64: base64(emptyImage('png')) } } }, trust);
    expect([plain.get('c2pa_signed')?.value, plain.get('c2pa_valid')?.value]).toEqual([false, false]);
    const other = await claimsOf({ phase: 'artifact', data: { metadata: { artifact_base64: 'AAAA' } } }, trust);
    expect(other.size).toBe(0);
    expect((await claimsOf({ phase: 'artifact', data: {} }, trust)).size).toBe(0);
  });

  it.each([1, null, {}, ['AAAA'], 'A', 'AAA', '====', 'AA=A', '!!!!', 'A'.repeat(10 * 1024 * 1024)])(
    'is refused without base64 of a bounded file (%#)',
    async (value) => {
      const [code, message] = await refusal({ phase: 'artifact', data: { metadata: { media_base64: value } } });
      expect(code).toBe('INVALID_REQUEST');
      expect(message).toMatch(/^data.metadata.media_base64 must|request/);
    },
  );

  it('is refused when given twice', async () => {
    const [code] = await refusal({ data: { metadata: { media_base64: 'AAAA', artifact_base64: 'AAAA' } } });
    expect(code).toBe('INVALID_REQUEST');
  });

  it.each(['no certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])(
    'is refused with an unreadable trust list (%#)',
    async (pem) => {
      const [code] = await refusal({ data: {} }, { WATERMARK_C2PA_TRUST_ANCHORS: pem });
      expect(code).toBe('INVALID_SETTING');
    },
  );

  it('is answered for any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 60 }),
        fc.constantFrom('ffd8ff', '89504e470d0a1a0a', ''),
        async (bytes, magic) => {
          const file = Buffer.concat([Buffer.from(magic, 'hex'), bytes]);
          const response = await ask(
            { phase: 'artifact', data: { metadata: { artifact_base64: base64(file) } } },
            trust,
          );
          expect(response.status).toBe('success');
        },
      ),
      { numRuns: 50 },
    );
  });
});

it('metadata of any shape is answered or refused with a reason', async () => {
  const names = fc.constantFrom('token_ids', 'media_base64', 'artifact_base64', 'documents');
  const env = { WATERMARK_KEY: key, WATERMARK_TOKENIZER: 'token_ids' };
  await fc.assert(
    fc.asyncProperty(fc.dictionary(names, fc.jsonValue()), async (metadata) => {
      const response = await ask({ data: { output: 'text', metadata } }, env);
      if (response.status === 'error') expect(response.error.code).toBe('INVALID_REQUEST');
    }),
    { numRuns: 100 },
  );
});

/** Words whose every pair is green; tries each next word until it is. */
function makeGreenText(length: number): string {
  const random = createRandom(5);
  const list = keyed();
  const ids = [0];
  const words = ['w0'];
  ids[0] = idOf('w0');
  while (words.length < length) {
    const word = `w${Math.floor(random() * 100_000)}`;
    const id = idOf(word);
    if (!list.look([...ids.slice(-1), id], 1).green) continue;
    words.push(word);
    ids.push(id);
  }
  return words.join(' ');
}

function idOf(word: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(word)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
