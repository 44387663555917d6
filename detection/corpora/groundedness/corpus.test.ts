import { describe, expect, it } from 'vitest';
import { createRandom } from '../../training/random.ts';
import { readArticles, readNews } from './articles.ts';
import { fitSigned, type Observation } from './fit-signed.ts';
import { balance, type Look } from './fit-support.ts';
import { listNames, perturb, spoil } from './perturb.ts';
import { toLowerCase, toSummaries } from './summaries.ts';

const articles = readArticles();

describe('our own articles', () => {
  it('are many, of both labels, without a repeated sentence', () => {
    expect(articles.length).toBeGreaterThanOrEqual(60);
    const told = articles.flatMap((article) => article.told);
    expect(told.filter(({ label }) => label === 0).length).toBeGreaterThan(300);
    expect(told.filter(({ label }) => label === 1).length).toBeGreaterThan(450);
    expect(new Set(told.map(({ text }) => text)).size).toBe(told.length);
    expect(new Set(articles.map(({ id }) => id)).size).toBe(articles.length);
    for (const { id, text, told: own } of articles) {
      expect(text.split(' ').length, id).toBeGreaterThan(100);
      expect(own.filter(({ label }) => label === 0).length, id).toBeGreaterThanOrEqual(5);
    }
  });
});

describe('our own news', () => {
  const { trained, unseen: measured, fresh } = readNews();
  const unseen = [...measured, ...fresh];

  it('have real length and both labels and styles, without a repeated sentence', () => {
    expect(trained.length).toBeGreaterThanOrEqual(40);
    expect(unseen.length).toBeGreaterThanOrEqual(18);
    const all = [...trained, ...unseen];
    for (const { id, text, told } of all) {
      expect(text.split(' ').length, id).toBeGreaterThan(250);
      for (const style of ['copy', 'free'])
        for (const label of [0, 1])
          expect(told.filter((one) => one.label === label && one.kind.startsWith(style)).length, id).toBeGreaterThan(0);
    }
    const sentences = all.flatMap(({ told }) => told.map(({ text }) => text));
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  it('share no article between measurement and training', () => {
    const known = new Set([...readArticles(), ...trained].flatMap(({ id, text }) => [id, text]));
    for (const { id, text } of unseen) {
      expect(known.has(id)).toBe(false);
      expect(known.has(text)).toBe(false);
    }
  });

  it('have a false sentence in every unfaithful summary and in no faithful one', () => {
    for (const article of unseen) {
      const wrong = article.told.filter(({ label }) => label === 1).map(({ text }) => text);
      const summaries = toSummaries(article).told;
      expect(new Set(summaries.map(({ label }) => label)).size, article.id).toBe(2);
      for (const { text, label } of summaries) {
        const holds = wrong.some((sentence) => text.includes(sentence) || text.includes(toLowerCase(sentence)));
        expect(holds, text).toBe(label === 1);
      }
    }
  });

  it('keep their words and numbers in lower case', () => {
    expect(toLowerCase('Dr. Ann Bell (41) didn’t pay 4.5 million, "Anna\'s" bank said.')).toBe(
      'dr. ann bell ( 41 ) didn’t pay 4.5 million , " anna \'s " bank said .',
    );
  });
});

describe('sentences made by rule', () => {
  const text =
    'Anna Berg, who lives in Oslo, sold 40 boats to Lars Holm on Monday because the harbour was closed. ' +
    'The harbour of Bergen will open again in June, the mayor said. He was born in Trondheim and has two sons.';
  const made = perturb(text, ['Quebec'], createRandom(1));
  const kinds = (label: 0 | 1) => new Set(made.filter((one) => one.label === label).map(({ kind }) => kind));

  it('are deterministic', () => {
    expect(perturb(text, ['Quebec'], createRandom(1))).toEqual(made);
  });

  it('are faithful and unfaithful, in several ways', () => {
    const all = articles
      .slice(0, 8)
      .flatMap((article) => perturb(article.text, ['Quebec', 'Maria Lopez'], createRandom(3)));
    expect(new Set(all.filter(({ label }) => label === 0).map(({ kind }) => kind)).size).toBeGreaterThan(5);
    expect(new Set(all.filter(({ label }) => label === 1).map(({ kind }) => kind)).size).toBeGreaterThan(7);
    expect(kinds(1).size).toBeGreaterThan(1);
  });

  it('are never in the source when they are unfaithful', () => {
    for (const article of articles) {
      for (const one of perturb(article.text, ['Quebec'], createRandom(5))) {
        if (one.label === 1) expect(article.text).not.toContain(one.text);
      }
    }
  });

  it('differ from the faithful sentence that they are made of', () => {
    const sentence = 'Anna Berg did not sell boats in Oslo after June.';
    const context = {
      sentences: text.split('. '),
      others: ['The ski lift was closed by the village.'],
      foreign: ['Quebec'],
      random: createRandom(2),
    };
    for (const { text: spoiled, label } of spoil(sentence, context)) {
      expect(spoiled).not.toBe(sentence);
      expect(label).toBe(1);
    }
  });

  it('distinguish names from the starts of sentences', () => {
    expect(listNames('The firm hired Lars Holm and Oslo left in June.')).toEqual(['Lars Holm', 'Oslo']);
  });
});

it('weights balance both labels at every length of a family', () => {
  const look = (words: number, label: 0 | 1): Look => ({
    row: { text: 't', label, source: 'own.articles-made', category: 'x' },
    features: [],
    copied: 0,
    words,
  });
  const looks = [look(5, 0), look(5, 0), look(5, 0), look(5, 1), look(20, 0), look(20, 1), look(20, 1), look(30, 1)];
  const weights = balance(looks);
  for (const length of [5, 20]) {
    const sum = (label: 0 | 1) =>
      looks.reduce(
        (total, { words, row }, at) => total + (words === length && row.label === label ? (weights[at] ?? 0) : 0),
        0,
      );
    expect(sum(0)).toBeCloseTo(sum(1), 9);
  }
  // At a length where only one label occurs, only length could be learned.
  expect(weights[7]).toBe(0);
});

describe('the signed fit', () => {
  const random = createRandom(8);
  const observations: Observation[] = Array.from({ length: 400 }, () => {
    const [signal, noise] = [random(), random()];
    return {
      features: [signal, noise, 1 - signal],
      label: random() < 1 / (1 + Math.exp(3 - 6 * signal)) ? 1 : 0,
      weight: 1,
    };
  });

  it('finds the deciding features and gives no weight below zero unless allowed', () => {
    const { weights } = fitSigned(observations, { ridge: 0.5, anySign: [] });
    expect(weights[0]).toBeGreaterThan(2);
    expect(Math.min(...weights)).toBe(0);
    const free = fitSigned(
      observations.map(({ features, ...rest }) => ({ ...rest, features: [features[2] ?? 0] })),
      {
        ridge: 0.5,
        anySign: [0],
      },
    );
    expect(free.weights[0]).toBeLessThan(-2);
  });

  it('is deterministic', () => {
    const fitOnce = () => fitSigned(observations, { ridge: 1, anySign: [] });
    expect(fitOnce()).toEqual(fitOnce());
  });
});
