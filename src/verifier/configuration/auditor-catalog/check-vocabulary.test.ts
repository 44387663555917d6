import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAppError } from '../../../platform/errors.ts';
import { parseHealth, parseVocabulary } from './check-vocabulary.ts';

const sound = {
  auditor_id: 'tone',
  version: '1.0.0',
  vocabulary: [
    {
      name: 'tone',
      type: 'score_normalized',
      description: 'How friendly',
      value_schema: { type: 'number' },
      settings: [{ key: 'threshold', type: 'number', default: 0.5 }],
    },
  ],
  phases: ['request'],
};

/** Gives `refused` for a problem document, else `taken`: foreign input must have no other outcome. */
function outcomeOf(run: () => unknown): 'taken' | 'refused' {
  try {
    run();
    return 'taken';
  } catch (error) {
    if (!isAppError(error, 'unprocessable')) throw error;
    expect(error.errors?.every(({ message }) => message.length < 500)).not.toBe(false);
    return 'refused';
  }
}

describe('what a stranger sends', () => {
  it('a sound vocabulary is taken as it is, without members that nobody knows', () => {
    expect(parseVocabulary({ ...sound, extra: 1 }, 'x')).toEqual(sound);
  });

  it('any JSON is taken or refused, never a fault of ours', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        outcomeOf(() => parseVocabulary(value, 'x'));
        outcomeOf(() => parseHealth(value));
      }),
    );
  });

  it('a vocabulary with anything in any of its places is taken or refused', () => {
    const places = ['auditor_id', 'version', 'phases', 'vocabulary'];
    const inner = ['name', 'type', 'description', 'value_schema', 'settings'];
    const setting = ['key', 'type', 'default'];
    fc.assert(
      fc.property(fc.constantFrom(...places, ...inner, ...setting), fc.jsonValue(), (place, value) => {
        const [entry] = sound.vocabulary;
        const [first] = entry?.settings ?? [];
        const settings = setting.includes(place) ? { settings: [{ ...first, [place]: value }] } : {};
        const own = inner.includes(place) && place !== 'settings' ? { [place]: value } : {};
        const vocabulary = [{ ...entry, ...own, ...settings }];
        outcomeOf(() =>
          parseVocabulary({ ...sound, vocabulary, ...(places.includes(place) ? { [place]: value } : {}) }, 'x'),
        );
      }),
    );
  });

  it('a default may be null, which says unset', () => {
    const unset = { ...sound.vocabulary[0], settings: [{ key: 'words', type: 'string[]', default: null }] };
    expect(outcomeOf(() => parseVocabulary({ ...sound, vocabulary: [unset] }, 'x'))).toBe('taken');
  });
});
