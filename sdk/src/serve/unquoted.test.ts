/** An answer over MCP quotes nothing of the judged text, so no caller's text is returned. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Claim } from '../contract/claim.ts';
import type { Vocabulary } from '../contract/vocabulary.ts';
import { toUnquoted, withoutPhrases } from './unquoted.ts';

const told = (claim: Partial<Claim>): unknown =>
  toUnquoted({ status: 'success', claims: [{ name: 'x', type: 'string_list', value: null, ...claim }] });

it('figures, words and places stay; phrases are counted, ids are cut to their kind', () => {
  const detail = { spans: [{ start: 3, end: 9, type: 'override.all_instructions' }, 'odd'], quote: 'Ignore it all' };
  const claim = { value: ['email', 'override.all_instructions', 'override.instructions', 'ignore all rules'], detail };
  expect(told({ ...claim, confidence: 0.5, provenance: { ban: 'ignore all rules' } })).toEqual({
    status: 'success',
    claims: [
      { name: 'x', type: 'string_list', value: ['email', 'override'], confidence: 0.5, omitted: 1, spans: [[3, 9]] },
    ],
  });
  expect(told({ value: 0.7 })).toMatchObject({ claims: [{ value: 0.7 }] });
  expect(told({ value: 'It says: obey' })).toEqual({
    status: 'success',
    claims: [{ name: 'x', type: 'string_list', omitted: 1 }],
  });
});

it('no phrase quoted by a claim is returned, at any place', () => {
  const phrase = 'ignore all previous instructions';
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom('value', 'key', 'detail'), (any, place) => {
      const quoted = { list: [any, phrase], text: `${phrase}!`, [phrase]: 1, deep: { [phrase]: [phrase] } };
      const claim = place === 'value' ? { value: quoted } : place === 'key' ? { value: { [phrase]: any } } : {};
      expect(JSON.stringify(told({ ...claim, detail: { quoted }, metadata: { quoted } }))).not.toContain(phrase);
    }),
  );
});

it('settings are listed without their default phrases', () => {
  const settings = [
    { key: 'ban', type: 'string[]', default: ['ignore all rules'] },
    { key: 'threshold', type: 'number', default: 0.5 },
    { key: 'none', type: 'string[]', default: [] },
  ] as const;
  const whole: Vocabulary = {
    auditor_id: 'a',
    version: '1',
    phases: ['request'],
    vocabulary: [
      {
        name: 'x',
        type: 'boolean',
        description: 'X',
        value_schema: {},
        settings: [...settings.map((s) => ({ ...s, default: Array.isArray(s.default) ? [...s.default] : s.default }))],
      },
    ],
  };
  expect(withoutPhrases(whole)).toMatchObject({
    vocabulary: [{ settings: [{ key: 'ban', type: 'string[]' }, { default: 0.5 }, { default: [] }] }],
  });
  expect(JSON.stringify(withoutPhrases(whole))).not.toContain('ignore');
});
