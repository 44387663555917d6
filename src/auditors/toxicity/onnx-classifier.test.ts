/** External classifiers by the real runtime: a tiny ONNX model is written, read by path, and its scores reach the claims. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createAuditor } from '@assay/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defineToxicity } from './auditor.ts';
import { notInstalled } from './classifier.fake.ts';
import { loadClassifier } from './classifier.ts';
import { type TinyModel, tinyTokenizer, writeTinyModel } from './onnx-model.fixture.ts';

const runtime = 'onnxruntime-web';
/**
 * A folder with the installed runtime: it is 148 MB, so it is no development dependency, and `.ci/run` installs it. Without it
 * these tests are skipped.
 */
const runtimeFolder = process.env['ASSAY_TEST_ONNX_RUNTIME'];
const isInstalled = runtimeFolder !== undefined;

/** Only the runtime is installed. */
const importPackage = (name: string): Promise<unknown> => {
  if (name !== runtime || runtimeFolder === undefined) return Promise.reject(notInstalled(name));
  const entry = createRequire(join(runtimeFolder, 'package.json')).resolve(runtime);
  return import(pathToFileURL(entry).href);
};

const tiny: TinyModel = {
  labels: ['toxic', 'insult', 'threat'],
  problemType: 'multi_label_classification',
  words: { you: [-6, -6, -6], zor: [3, 2, -6], '##blax': [4, 1, -6], a: [-6, -6, -6] },
};

const logistic = (logit: number): number => 1 / (1 + Math.exp(-logit));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-classifier-'));
});
afterEach(() => rm(folder, { recursive: true }));

const load = () => loadClassifier(folder, importPackage);

async function judge(text: string, model = folder) {
  const auditor = createAuditor(defineToxicity({ importPackage }), { env: { TOXICITY_MODEL: model } });
  await auditor.whenReady();
  const answer = await auditor.claims({ phase: 'response', data: { output: text } });
  if (answer.status === 'error') throw new Error(answer.error.message);
  return new Map(answer.claims.map((claim) => [claim.name, claim]));
}

describe.skipIf(!isInstalled)('a model in a folder', () => {
  it('judges by its own scores; the shipped model gives the rest', async () => {
    await writeTinyModel(folder, tiny);
    const claims = await judge('You zorblax!');
    expect(claims.get('toxic_content')?.value).toBeCloseTo(logistic(4), 5);
    expect(claims.get('insult')?.value).toBeCloseTo(logistic(2), 5);
    expect(claims.get('threat')?.value).toBeCloseTo(logistic(-6), 5);
    expect(claims.get('toxicity_exceeded')?.value).toBe(true);
    expect(claims.get('toxic_content')?.provenance).toMatchObject({ 'config.model': folder });
    expect((await judge('A tree.')).get('toxic_content')?.value).toBeCloseTo(logistic(-6), 5);
  });

  it('finds abuse beyond the tokens that it reads at once', async () => {
    await writeTinyModel(folder, tiny);
    const claims = await judge(`${'a '.repeat(590)}zorblax`);
    expect(claims.get('toxic_content')?.value).toBeCloseTo(logistic(4), 5);
  });

  it('shares one certainty among exclusive labels', async () => {
    await writeTinyModel(folder, { labels: ['neutral', 'hate'], words: { zor: [0, 2] } });
    const claims = await judge('zor');
    expect(claims.get('identity_attack')?.value).toBeCloseTo(logistic(2), 5);
  });

  it('is accepted with the named SHA-256, and otherwise refused with both hashes', async () => {
    const sha256 = createHash('sha256')
      .update(await writeTinyModel(folder, tiny))
      .digest('hex');
    const claims = await judge('You zorblax!', `${folder}#sha256=${sha256}`);
    expect(claims.get('toxic_content')?.provenance).toMatchObject({ 'config.model': `${folder}#sha256=${sha256}` });
    const other = 'ab'.repeat(32);
    await expect(loadClassifier(`${folder}#sha256=${other}`, importPackage)).rejects.toThrow(
      `model.onnx has the SHA-256 ${sha256}, not ${other}`,
    );
  });

  it('is never used when broken: the auditor is not ready and answers MODEL_UNAVAILABLE', async () => {
    const bytes = await writeTinyModel(folder, tiny);
    await writeFile(join(folder, 'onnx', 'model.onnx'), bytes.subarray(0, bytes.length - 40));
    const errors: unknown[] = [];
    const options = { env: { TOXICITY_MODEL: folder }, onError: (error: unknown) => errors.push(error) };
    const auditor = createAuditor(defineToxicity({ importPackage }), options);
    await expect(auditor.whenReady()).rejects.toThrow(/not an ONNX model that the runtime can load/);
    expect(auditor.health()).toMatchObject({ ready: false });
    expect(await auditor.claims({ phase: 'response', data: { output: 'You zorblax!' } })).toMatchObject({
      status: 'error',
      claims: [],
      error: { code: 'MODEL_UNAVAILABLE' },
    });
  });
});

describe.skipIf(!isInstalled)('an unsuitable folder is refused at the start with a reason', () => {
  it('more labels than outputs of the model', async () => {
    await writeTinyModel(folder, { ...tiny, saidLabels: ['toxic', 'insult'] });
    await expect(load()).rejects.toThrow('The shape of the classifier differs from config.json: 3 scores for 2 labels');
  });

  it('a model with other inputs than tokens', async () => {
    await writeTinyModel(folder, { ...tiny, inputName: 'pixels' });
    await expect(load()).rejects.toThrow('asks for pixels; a text classifier asks for input_ids');
  });

  it('a tokenizer of another kind', async () => {
    await writeTinyModel(folder, tiny);
    await writeFile(join(folder, 'tokenizer.json'), JSON.stringify({ model: { type: 'Unigram' } }));
    await expect(load()).rejects.toThrow(/of the kind "Unigram".*@huggingface\/transformers/);
  });

  it('tokens unknown to the model', async () => {
    await writeTinyModel(folder, tiny);
    const words = ['more', 'words', 'than', 'rows', 'in', 'the', 'table', 'try'];
    await writeFile(join(folder, 'tokenizer.json'), JSON.stringify(tinyTokenizer(words)));
    await expect(load()).rejects.toThrow('The classifier failed on a text');
  });

  it.each([
    ['onnx', /has no ONNX model: looked for onnx\/model\.onnx/],
    ['config.json', /config\.json is missing/],
    ['tokenizer.json', /tokenizer\.json is missing/],
  ])('without %s', async (file, message) => {
    await writeTinyModel(folder, tiny);
    await rm(join(folder, file), { recursive: true });
    await expect(load()).rejects.toThrow(message);
  });

  it.each([
    ['config.json', '{', /config\.json is not JSON/],
    ['config.json', '{"id2label": {"1": "toxic"}}', /must name the labels/],
  ])('%s that holds %s', async (file, content, message) => {
    await writeTinyModel(folder, tiny);
    await writeFile(join(folder, file), content);
    await expect(load()).rejects.toThrow(message);
  });
});
