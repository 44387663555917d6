import { describe, expect, it } from 'vitest';
import { logBinomialTail } from './binomial.ts';
import { generateGreen, generatePlain, generateTournament, keyed } from './generator.fixture.ts';
import { countTournament } from './tournament.ts';
import { countGreen, testHits } from './z-test.ts';

const stream = { length: 220, vocabulary: 400, modelSeed: 11 };

function zOf(tokens: readonly number[], list = keyed()): number {
  const { scored, green } = countGreen(tokens, list);
  return testHits(green, scored, 0.25).z;
}

describe('a watermarked stream of 200 tokens', () => {
  it.each(['left', 'min', 'self'] as const)('is detected at z = 4 (scheme %s)', (scheme) => {
    const list = keyed({ scheme, contextWidth: scheme === 'left' ? 1 : 2 });
    for (let seed = 0; seed < 8; seed++) {
      expect(zOf(generateGreen({ ...stream, seed, delta: 2, list }), list)).toBeGreaterThan(4);
    }
  });

  it('is not detected with another key', () => {
    const other = keyed({ key: 'the key of somebody else' });
    for (let seed = 0; seed < 8; seed++) {
      expect(zOf(generateGreen({ ...stream, seed, delta: 2, list: keyed() }), other)).toBeLessThan(4);
    }
  });

  it('stays detected when a quarter of its tokens is replaced', () => {
    for (let seed = 0; seed < 4; seed++) {
      const tokens = generateGreen({ ...stream, seed, delta: 4, list: keyed() });
      const edited = tokens.map((token, index) => (index % 4 === 3 ? (token * 31 + 7) % 400 : token));
      expect(zOf(edited)).toBeGreaterThan(4);
    }
  });
});

it('text without a watermark passes z = 4 no more often than the binomial allows', () => {
  const list = keyed();
  const texts = 1500;
  let positives = 0;
  let expected = 0;
  for (let seed = 0; seed < texts; seed++) {
    const { scored, green } = countGreen(generatePlain({ ...stream, vocabulary: 60, length: 120, seed }), list);
    const needed = Math.ceil(0.25 * scored + 4 * Math.sqrt(scored * 0.1875));
    expected += Math.exp(logBinomialTail(needed, scored, 0.25));
    if (testHits(green, scored, 0.25).z >= 4) positives += 1;
  }
  // Poisson(expected) stays below this with a probability of more than 1 - 1e-6.
  expect(expected).toBeLessThan(1);
  expect(positives).toBeLessThanOrEqual(expected + 8);
});

it('p-values of text without a watermark are no smaller than uniform ones', () => {
  const texts = 800;
  const ps = Array.from({ length: texts }, (_, seed) => {
    // Another key each time: the key is the random variable under the null hypothesis.
    const { scored, green } = countGreen(
      generatePlain({ ...stream, vocabulary: 60, length: 80, seed }),
      keyed({ key: `k${seed}` }),
    );
    return testHits(green, scored, 0.25).p;
  });
  for (const level of [0.5, 0.2, 0.1, 0.05, 0.01]) {
    const share = ps.filter((p) => p <= level).length / texts;
    expect(share).toBeLessThanOrEqual(level + 5 * Math.sqrt((level * (1 - level)) / texts));
  }
});

describe('tournament sampling', () => {
  const options = { key: 'a key of the tests', contextWidth: 2, layers: 6 };

  it('is detected in a stream of 200 tokens, by the mean and by the weighted mean', () => {
    for (let seed = 0; seed < 3; seed++) {
      const tokens = generateTournament({ ...stream, vocabulary: 200, seed, ...options });
      const { scored, ones, weightedMean, weightedP } = countTournament(tokens, options);
      expect(testHits(ones, scored * options.layers, 0.5).z).toBeGreaterThan(4);
      expect(weightedMean).toBeGreaterThan(0.5);
      expect(weightedP).toBeLessThan(1e-5);
    }
  });

  it('is not detected in plain text, whose g-values are fair coins', () => {
    let all = { ones: 0, draws: 0 };
    for (let seed = 0; seed < 60; seed++) {
      const { scored, ones } = countTournament(generatePlain({ ...stream, seed }), options);
      const draws = scored * options.layers;
      expect(testHits(ones, draws, 0.5).z).toBeLessThan(4);
      all = { ones: all.ones + ones, draws: all.draws + draws };
    }
    expect(Math.abs(all.ones / all.draws - 0.5)).toBeLessThan(5 * Math.sqrt(0.25 / all.draws));
  });

  it('counts a context once, since generation masks repeated contexts', () => {
    const tokens = generatePlain({ ...stream, seed: 1 });
    expect(countTournament([...tokens, ...tokens], options).scored).toBeLessThanOrEqual(
      countTournament(tokens, options).scored + options.contextWidth,
    );
  });
});
