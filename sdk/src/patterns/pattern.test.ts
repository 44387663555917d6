import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PatternError } from './parse.ts';
import { compilePattern } from './pattern.ts';
import type { PatternSyntax } from './syntax.ts';

const matches = (pattern: string, text: string): boolean => compilePattern(pattern, 'plain').test(text);

const v8 = createContext({ pattern: '', flags: '', subject: '' });

/** Undefined where it takes too long. */
function askV8(pattern: string, flags: string, subject: string): unknown {
  Object.assign(v8, { pattern, flags, subject });
  try {
    return runInContext('new RegExp(pattern, flags).test(subject)', v8, { timeout: 500 });
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
}

/** Any patterns over some atoms, in which groups are repeated too. */
function somePattern(atoms: readonly string[]): fc.Arbitrary<string> {
  const isEdge = (text: string) => edges.includes(text) || text.startsWith('(?');
  const many = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,}', '{0,2}', '{2,3}', '{0}', '*?');
  const { node } = fc.letrec<{ node: string; term: string }>((tie) => ({
    term: fc.oneof(
      { maxDepth: 2 },
      fc.tuple(fc.constantFrom(...atoms), many).map(([text, count]) => (isEdge(text) ? text : text + count)),
      fc.tuple(tie('node'), many).map(([text, count]) => `(?:${text})${count}`),
    ),
    node: fc
      .tuple(fc.array(tie('term'), { maxLength: 4 }), fc.option(fc.array(tie('term'), { maxLength: 2 })))
      .map(([left, right]) => left.join('') + (right === null ? '' : `|${right.join('')}`)),
  }));
  return node;
}

const edges = ['\\b', '\\B', '^', '$'];

function expectSame(syntax: PatternSyntax, flags: string, pattern: fc.Arbitrary<string>, units: readonly string[]) {
  const text = fc.string({ unit: fc.constantFrom(...units), maxLength: 8 });
  fc.assert(
    fc.property(
      pattern.filter((source) => source.length < 500),
      text,
      (source, subject) => {
        const expected = askV8(source, flags, subject);
        // Our matcher takes linear time; V8 tries every way, which may not end.
        fc.pre(expected !== undefined);
        const written = syntax === 'plain' && flags === 'i' ? `(?i)${source}` : source;
        expect(compilePattern(written, syntax).test(subject)).toBe(expected);
      },
    ),
    { numRuns: 600 },
  );
}

describe('accepted plain patterns agree with the language', () => {
  const patterns = [
    ...['abc', 'a.c', 'a*b', '(ab)+c', 'a|bc|', '^ab', 'ab$', '\\bab\\b', '[a-c]{2,3}x', '[^a-c]d', 'a{2}b{0,1}'],
    ...['(?:a|b)*c', '\\d+-\\d+', '\\w\\s\\W', 'a+?b', '\\x61\\u0062', '[\\]\\-a]', '(a|ab)(c|bcd)', '\\Bb', '.', ''],
  ];
  it('on any text', () => {
    const text = fc.string({ unit: fc.constantFrom(...'abcdx1- _].\n'), maxLength: 14 });
    fc.assert(
      fc.property(fc.constantFrom(...patterns), text, (pattern, sample) => {
        expect(matches(pattern, sample)).toBe(new RegExp(pattern).test(sample));
      }),
      { numRuns: 2000 },
    );
  });

  const atoms = ['a', 'B', '.', '[ab]', '[^a]', '[^\\s-]', '\\D', '\\w', ...edges, '\\x61', '\\.', '[\\d\\-x]', ' '];
  const units = ['a', 'b', 'A', 'B', '1', '-', '.', ' ', '\n', '\u2028', '\u3000', '\ud83d'];

  it('whatever they are', () => expectSame('plain', '', somePattern(atoms), units));

  it('whatever they are, and ignore case', () => {
    // A class that excludes a letter accepts its other case, unlike in the language.
    expectSame('plain', 'i', somePattern(atoms.filter((atom) => atom !== '[^a]')), units);
  });

  it('but for a bracket at the start of a class, which is a member', () => {
    expect(matches('^[]a]+$', 'a]')).toBe(true);
    expect(matches('^[^]a]$', ']')).toBe(false);
    expect(matches('^[^]a]$', 'b')).toBe(true);
    expect(matches('^[a[]\\[]$', '[[]')).toBe(true);
  });

  it('a bounded run of one character is found wherever in a longer run it begins', () => {
    expect(matches('xa{2}b', 'xaxaab')).toBe(true);
    expect(matches('a{2}b', 'aaaaab')).toBe(true);
    expect(matches('[ab]{2,3}c', 'abababc')).toBe(true);
    expect(matches('^a{2,3}b', 'aaaab')).toBe(false);
    expect(matches('^a{70,}b', `${'a'.repeat(200)}b`)).toBe(true);
    expect(matches('a{70}b', `${'a'.repeat(300)}b`)).toBe(true);
  });

  it('(?i) ignores case', () => {
    expect(matches('(?i)secret PROJECT', 'The Secret Project')).toBe(true);
    expect(matches('secret', 'SECRET')).toBe(false);
  });
});

describe('a plain pattern', () => {
  it.each([
    ['back-reference', '(a)\\1'],
    ['look-ahead', 'a(?=b)'],
    ['look-behind', '(?<=a)b'],
    ['named group', '(?<n>a)'],
    ['open group', '(a'],
    ['closing parenthesis', 'a)'],
    ['open class', '[a'],
    ['range out of order', '[z-a]'],
    ['nothing to repeat', '*a'],
    ['double quantifier', 'a**'],
    ['unknown escape', '\\q'],
    ['huge count', 'a{5000}'],
    ['too many states', '((a{90}){90}){90}'],
    ['too long', 'a'.repeat(600)],
    ['too deep', '('.repeat(40) + ')'.repeat(40)],
    ['bare brace', 'a{x}'],
  ])('is refused: %s', (_, pattern) => {
    expect(() => compilePattern(pattern, 'plain')).toThrow(PatternError);
  });

  it('any text either compiles or is refused in words', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (source) => {
        try {
          compilePattern(source, 'plain').test('some text');
        } catch (error) {
          expect(error).toBeInstanceOf(PatternError);
        }
      }),
    );
  });
});

it('each pattern takes steps that grow with the text, and no faster', () => {
  const patterns = ['(a*)*b', '(x+x+)+y', '(.*a){12}b', '[a-z]{1,250}1', '(?=.*b)a', '(?!(?=.*b)a*c)b', 'a{3,900}b'];
  for (const pattern of patterns) {
    const stepsFor = (length: number): number => {
      const budget = { steps: 1e9 };
      expect(compilePattern(pattern).test('a'.repeat(length), budget)).toBe(false);
      return 1e9 - budget.steps;
    };
    expect(stepsFor(4_000) / stepsFor(2_000)).toBeLessThan(2.1);
  }
});

it('a pattern that ruins a backtracking engine takes linear steps', () => {
  expect(compilePattern('(a*)*b', 'plain').test('a'.repeat(20_000))).toBe(false);
  expect(compilePattern('(x+x+)+y', 'plain').test('x'.repeat(20_000))).toBe(false);
});

describe('a pattern in the syntax of ECMA-262', () => {
  const test = (pattern: string, text: string) => compilePattern(pattern).test(text, { steps: 300_000 });

  it.each([
    '(a+)+$',
    '(a|a)*$',
    '([a-z]+)*\\d$',
    '^(\\w+\\s?)*$',
    '(.*a){12}$',
    '(x+x+)+y',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
  ])('cannot be made to take for ever: %s', (pattern) => {
    const budget = { steps: 300_000 };
    const answer = compilePattern(pattern).test(`${'a'.repeat(2_000)}!`, budget);
    expect([true, false, undefined]).toContain(answer);
    expect(budget.steps).toBeLessThan(300_000);
  });

  it('that cannot be bounded is not used', () => {
    for (const pattern of ['(a)\\1', '(?<=a)b', '((a{99}){99}){99}b', '[', `${'a'.repeat(5_000)}`]) {
      expect(() => compilePattern(pattern)).toThrow(PatternError);
    }
  });

  it('means what it means to the engine of the language', () => {
    const atoms = ['a', 'b', '.', '[ab]', '[^a]', '\\d', '\\w', ...edges, '(?=a)', '(?!b)', '(?=a.)', '\\x61', '-'];
    // Only 16-bit characters: V8 finds word boundaries in the middle of others, which ECMA-262 does not have.
    expectSame('ecma', 'u', somePattern(atoms), ['a', 'b', '1', '-', ' ', '\n', '\u2028']);
  });

  it('means what it means to the engine of the language, in characters of two units too', () => {
    const atoms = ['a', '👍', '.', '[a👍]', '[^👍]', '\\u{1F44D}', '\\S', '^', '$', '(?=👍.)', '(?!a👍)', '(?!.*👍a)'];
    expectSame('ecma', 'u', somePattern(atoms), ['a', '👍', '👎', '\ud83d', '\udc4d', '\n']);
  });

  it('of everyday use is read', () => {
    const email =
      "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$";
    expect(test(email, 'anna.b@mail.example')).toBe(true);
    expect(test(email, 'anna..b@mail.example')).toBe(false);
    expect(test('^[\\w\\-]+\\@\\w+$', 'a-b@c')).toBe(true);
    expect(test('^\\@{a}$', '@{a}')).toBe(true);
    expect(test('^.{1,3}$', '👍👍👍👍')).toBe(false);
    expect(test('^\\u{1F44D}\\uD83D\\uDC4D$', '👍👍')).toBe(true);
  });
});
