import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from './pattern-matcher.ts';
import { PatternError } from './pattern-parser.ts';

const matches = (pattern: string, text: string): boolean => compilePattern(pattern).search(text) !== -1;

describe('accepted patterns agree with the language', () => {
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

  it('(?i) ignores case', () => {
    expect(matches('(?i)secret PROJECT', 'The Secret Project')).toBe(true);
    expect(matches('secret', 'SECRET')).toBe(false);
  });
});

describe('refused patterns', () => {
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
  ])('%s', (_, pattern) => {
    expect(() => compilePattern(pattern)).toThrow(PatternError);
  });

  it('any text either compiles or is refused with a reason', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (source) => {
        try {
          compilePattern(source).search('some text');
        } catch (error) {
          expect(error).toBeInstanceOf(PatternError);
        }
      }),
    );
  });
});

it('a pattern that ruins a backtracking engine takes linear time', () => {
  expect(compilePattern('(a*)*b').search('a'.repeat(20_000))).toBe(-1);
  expect(compilePattern('(x+x+)+y').search('x'.repeat(20_000))).toBe(-1);
});
