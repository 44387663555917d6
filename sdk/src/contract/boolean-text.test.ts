import { expect, it } from 'vitest';
import { parseBooleanText } from './boolean-text.ts';

it('reads true and false in any case, as Python and YAML write them', () => {
  expect(['true', 'True', 'TRUE', '1', ' true '].map(parseBooleanText)).toEqual(Array(5).fill(true));
  expect(['false', 'False', 'FALSE', '0'].map(parseBooleanText)).toEqual(Array(4).fill(false));
});

it('reads no other text', () => {
  expect(['', '2', 'maybe', 'yes', 'constructor'].map(parseBooleanText)).toEqual(Array(5).fill(undefined));
});
