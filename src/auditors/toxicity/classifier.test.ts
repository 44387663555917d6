import { describe, expect, it } from 'vitest';
import { fakePeer, notInstalled } from './classifier.fake.ts';
import { loadClassifier } from './classifier.ts';

const scoresFor = async (labels: unknown) => {
  const classifier = await loadClassifier('org/model', fakePeer(() => labels).importPackage);
  const [scores] = await classifier.classify(['text']);
  return scores;
};

describe('labels', () => {
  it('of well-known classifiers are read as categories', async () => {
    const labels = [
      { label: 'toxicity', score: 0.5 },
      { label: 'identity_hate', score: 0.4 },
      { label: 'sexual_explicit', score: 0.3 },
      { label: 'obscene', score: 0.2 },
    ];
    const expected = { overall: 0.5, identity_attack: 0.4, sexually_explicit: 0.3, profanity: 0.2 };
    expect(await scoresFor(labels)).toEqual(expected);
  });

  it('with only a harmless one give the rest as overall score', async () => {
    expect(await scoresFor([{ label: 'non-toxic', score: 0.75 }])).toEqual({ overall: 0.25 });
  });

  it('without an overall one give the worst category', async () => {
    expect(
      await scoresFor([
        { label: 'hate', score: 0.6 },
        { label: 'not-hate', score: 0.4 },
      ]),
    ).toMatchObject({ overall: 0.6 });
  });

  it.each([
    ['unknown', [{ label: 'LABEL_7', score: 0.9 }]],
    ['out of range', [{ label: 'toxic', score: 7 }]],
    ['no list', 'toxic'],
    ['no score', [{ label: 'toxic' }]],
  ])('are an error when unknown, not a score of zero: %s', async (_, labels) => {
    await expect(scoresFor(labels)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  });
});

describe('names', () => {
  it('of a folder never reach the network', async () => {
    const peer = fakePeer(() => []);
    await loadClassifier('/srv/models/own', peer.importPackage);
    expect(peer.env).toEqual({ localModelPath: '/srv/models', allowRemoteModels: false });
    expect(peer.loaded()).toEqual(['own']);
  });

  it.each(['https://example.com/model', 'a/b/c', 'model name', '', 'org/model#sha256=00', '/srv/model#sha256=XYZ'])(
    'are refused when they are neither folder nor id: %s',
    async (name) => {
      await expect(loadClassifier(name, fakePeer(() => []).importPackage)).rejects.toMatchObject({
        code: 'MODEL_UNAVAILABLE',
      });
    },
  );
});

it('a package of another kind is reported as such', async () => {
  await expect(loadClassifier('org/model', () => Promise.resolve({}))).rejects.toThrow(
    /does not have the expected interface/,
  );
});

describe('packages', () => {
  it('are tried in order, and all are named when none is installed', async () => {
    const asked: string[] = [];
    const loading = loadClassifier('/srv/models/own', (name) => {
      asked.push(name);
      return Promise.reject(notInstalled(name));
    });
    await expect(loading).rejects.toThrow(
      'needs one of the packages @huggingface/transformers, onnxruntime-node, onnxruntime-web',
    );
    expect(asked).toEqual(['@huggingface/transformers', 'onnxruntime-node', 'onnxruntime-web']);
  });

  it('from a hub need one package', async () => {
    const loading = loadClassifier('org/model', (name) => Promise.reject(notInstalled(name)));
    await expect(loading).rejects.toThrow('needs the package @huggingface/transformers');
  });

  it('are reported when installed but broken', async () => {
    const asked: string[] = [];
    const loading = loadClassifier('/srv/models/own', (name) => {
      asked.push(name);
      return Promise.reject(new Error('no binary for this machine'));
    });
    await expect(loading).rejects.toThrow('@huggingface/transformers is installed but cannot be loaded');
    expect(asked).toEqual(['@huggingface/transformers']);
  });
});
