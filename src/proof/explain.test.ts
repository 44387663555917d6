import { describe, expect, it } from 'vitest';
import { artefactNames } from './check-artefact.ts';
import { explainArtefact, explainReason, summariseReport } from './explain.ts';
import { proven, refused, unproven } from './report.ts';
import { reportReasons } from './reports/verdict.ts';
import { reasons, refuse } from './verdict.ts';

describe('the texts of --explain', () => {
  it('say for every artefact what it proves', () => {
    const names = Object.values(artefactNames).filter((name) => name !== 'unknown');
    expect(names.filter((name) => explainArtefact(name).length === 0)).toEqual([]);
  });

  it('say for every code more than that the format is wrong, unless that is all', () => {
    const form = reasons.filter((reason) => explainReason(reason).includes('does not have the required form'));
    expect(form).toEqual([
      ...['bundle', 'claim', 'json', 'jws', 'length', 'not_canonical', 'profile'],
      ...['schema', 'text', 'too_deep', 'too_large', 'typ', 'unsupported'],
    ]);
  });

  it("cover every code of a hardware report's refusal", () => {
    const known = new Set<string>(reasons);
    expect(reportReasons.filter((reason) => !known.has(reason))).toEqual([]);
  });
});

describe('the first sentence', () => {
  const wrong = refused('x', refuse('alg', 'no'));
  const open = unproven('x', 'key_unknown', 'No key.');
  it.each([
    [[proven('x', 'Yes.')], /^PROVEN/],
    [[proven('x', 'Yes.'), open], /^NOT PROVEN: nothing wrong was found, but 1 of 2/],
    [[open, wrong], /^WRONG: 1 of 2 checks failed/],
    [[], /^NOT PROVEN/],
  ])('is the answer: %#', (findings, sentence) => {
    const ok = findings.length > 0 && findings.every(({ status }) => status === 'proven');
    expect(summariseReport({ ok, findings })).toMatch(sentence);
  });
});
