import { describe, expect, it } from 'vitest';
import { normalFormHash } from '../../data/normal-form.ts';
import { contrastCases } from './contrast-cases.ts';
import { toxicityCorpus } from './corpus.ts';
import { truthOf } from './training-rows.ts';
import { parseWritten, writtenRows } from './written.ts';

describe('rows written by hand', () => {
  const rows = writtenRows();
  const toxic = rows.filter(({ label }) => label === 1);
  const civil = rows.filter(({ label }) => label === 0);
  const medianLength = (of: typeof rows): number =>
    of.map(({ text }) => text.length).toSorted((left, right) => left - right)[of.length >> 1] ?? 0;

  it('are many of either label, without repeats, also among the templates', () => {
    expect(toxic.length).toBeGreaterThan(500);
    expect(civil.length).toBeGreaterThan(800);
    const forms = rows.map(({ text }) => normalFormHash(text));
    expect(new Set(forms).size).toBe(rows.length);
    const templates = new Set(toxicityCorpus().map(({ text }) => normalFormHash(text)));
    expect(rows.filter(({ text }) => templates.has(normalFormHash(text)))).toEqual([]);
  });

  it('do not reveal their label by length', () => {
    const ratio = medianLength(toxic) / medianLength(civil);
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.4);
  });

  it('never share a text with the contrast cases that measure them', () => {
    const measured = new Set(contrastCases().map(({ text }) => normalFormHash(text)));
    expect(rows.filter(({ text }) => measured.has(normalFormHash(text)))).toEqual([]);
  });

  it('are abuse when somebody is attacked; told despair, sex and violence say nothing about abuse', () => {
    const row = (labels: Record<string, 0 | 1>) => ({ text: 'x', label: 1 as const, source: 'own.written', labels });
    expect(truthOf(row({ insult: 1 })).overall).toBe(1);
    expect(truthOf(row({ self_harm: 1, insult: 0 })).overall).toBeUndefined();
    expect(truthOf({ ...row({}), label: 0 }).overall).toBe(0);
  });
});

describe('an invalid line', () => {
  const good = { text: 'Hello', label: 0, category: 'talk', language: 'en', labels: { insult: 0 } };

  it.each([
    ['another label', { ...good, label: 2 }],
    ['a category of abuse that there is not', { ...good, labels: { rudeness: 1 } }],
    ['a member too many', { ...good, note: 'x' }],
    ['no text', { ...good, text: '' }],
  ])('is refused with file and line: %s', (_, row) => {
    const content = `${JSON.stringify(good)}\n${JSON.stringify(row)}\n`;
    expect(() => parseWritten(content, 'talk.jsonl')).toThrow('talk.jsonl, line 2');
  });

  it('a valid line is read unchanged', () => {
    expect(parseWritten(JSON.stringify(good), 'talk.jsonl')).toEqual([{ ...good, source: 'own.written' }]);
  });
});
