import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Setting, type SettingValue, setting } from './setting.ts';
import { findSettingProblem, parseSettingText } from './setting-value.ts';

const ratio = setting.number({ label: 'Ratio', default: 0.5, min: 0, max: 1 });
const flag = setting.boolean({ label: 'Flag', default: true });
const text = setting.string({ label: 'Text', default: '' });
const choice = setting.string({ label: 'Choice', default: 'a', control: 'select', options: ['a', 'b'] });
const list = setting.stringList({ label: 'List', default: [] });
const unset = setting.number({ label: 'Unset', default: null });

describe('a value of a setting', () => {
  it.each([
    [ratio, 0],
    [ratio, 1],
    [flag, false],
    [text, 'anything'],
    [choice, 'b'],
    [list, []],
    [list, ['a', '']],
    [unset, null],
    [unset, 3],
  ])('%# is accepted', (definition, value) => expect(findSettingProblem(definition, value)).toBeUndefined());

  it.each([
    [ratio, 1.01, 'must be a number from 0 to 1'],
    [ratio, '0.5', 'must be a number from 0 to 1'],
    [ratio, null, 'must be a number from 0 to 1'],
    [ratio, Number.NaN, 'must be a number from 0 to 1'],
    [setting.number({ label: 'l', default: 1, min: 1 }), 0, 'must be a number of 1 or more'],
    [setting.number({ label: 'l', default: 1, max: 1 }), 2, 'must be a number of 1 or less'],
    [unset, Number.POSITIVE_INFINITY, 'must be a finite number'],
    [flag, 1, 'must be true or false'],
    [flag, 'true', 'must be true or false'],
    [text, 'a\u0000', 'must be well-formed text without U+0000'],
    [choice, 'c', 'must be one of: a, b'],
    [list, 'a', 'must be a list of strings'],
    [list, [1], 'must be a list of strings'],
    [list, ['\ud800'], 'must be a list of strings'],
    [list, Array.from({ length: 10_001 }, () => 'a'), 'must be a list of strings'],
  ])('%# is refused', (definition, value, problem) => expect(findSettingProblem(definition, value)).toContain(problem));
});

describe('the text of an environment variable', () => {
  it.each<[Setting, string, SettingValue]>([
    [ratio, ' 0.25 ', 0.25],
    [ratio, '1e-1', 0.1],
    [ratio, '.5', 0.5],
    [unset, '-3', -3],
    ...['true', '1', 'yes', 'on', 'TRUE', ' Yes '].map((word): [Setting, string, SettingValue] => [flag, word, true]),
    ...['false', '0', 'no', 'off', 'False'].map((word): [Setting, string, SettingValue] => [flag, word, false]),
    [text, ' as it is ', ' as it is '],
    [list, ' a, b ,,c ', ['a', 'b', 'c']],
    [list, '', []],
  ])('%# is parsed by the type', (definition, raw, value) => expect(parseSettingText(definition, raw)).toEqual(value));

  it.each([
    [ratio, ''],
    [ratio, '0x1'],
    [ratio, '0.5.1'],
    [ratio, '1,0'],
    [ratio, 'NaN'],
    [ratio, 'Infinity'],
    [unset, '1e999'],
    [flag, ''],
    [flag, 'maybe'],
    [choice, 'c'],
  ])('%# is refused', (definition, raw) => expect(() => parseSettingText(definition, raw)).toThrow(TypeError));

  it('of a number parses back every printed finite number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(parseSettingText(unset, String(value))).toBe(Number(String(value)));
      }),
    );
  });
});
