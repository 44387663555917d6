/** The title of a test is a sentence that states what the test guarantees. The titles of the `describe` blocks around it count. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultOf, titlesOf } from './support/titles.ts';

const root = join(import.meta.dirname, '..');
const folders = ['bench', 'client/src', 'detection', 'examples', 'scripts', 'sdk/src', 'src', 'test'];

function testFiles(): { path: string; code: string }[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
    )
    .filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
    .map((path) => ({ path, code: readFileSync(join(root, path), 'utf8') }))
    .filter(({ code }) => /from '(vitest|node:test)'/.test(code));
}

describe('the titles of tests', () => {
  it('are sentences: add a verb, to the title or, if it is a new verb, to test/support/titles.ts', () => {
    const titles = testFiles().flatMap(({ path, code }) => titlesOf(code).map((one) => ({ path, ...one })));
    expect(titles.length).toBeGreaterThan(5000);
    const faults = titles.flatMap(({ path, title, around }) => {
      const fault = faultOf(title, around);
      return fault === undefined ? [] : [`${path}: ${[...around, title].join(' > ')}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });

  it.each([
    ['a signed file', 'has no verb in the present tense'],
    ['a tool that changes its schema', 'has no verb in the present tense'],
    ['%s of the claims', 'has no verb in the present tense'],
    ['an unsigned receipt was refused', 'has no verb in the present tense'],
    ['refuses floats', 'has fewer than three words'],
    ['the parser should refuse a float', 'states nothing by "should"'],
    ['the parser works with floats', 'states nothing by "works"'],
    ['A float is refused', 'begins with a capital'],
    ['a float is refused.', 'ends with a full stop'],
  ])('do not read "%s", which %s', (title, fault) => {
    expect(faultOf(title)).toBe(fault);
  });

  it.each(['a float is refused', 'refuses a float', 'SECRETS_THRESHOLD decides the result', '%s is kept open'])(
    'may read "%s"',
    (title) => {
      expect(faultOf(title)).toBeUndefined();
    },
  );

  it('are read with the blocks around them, from rows and over several lines', () => {
    const code = `describe('a parser', () => {
  it.each([f('(')])('refuses %s', () => {});
  it(
    "accepts the rest",
    () => {},
  );
});
it(title, () => {});
it('ends the stream', () => {});`;
    expect(titlesOf(code)).toEqual([
      { title: 'refuses %s', around: ['a parser'] },
      { title: 'accepts the rest', around: ['a parser'] },
      { title: 'ends the stream', around: [] },
    ]);
  });
});
