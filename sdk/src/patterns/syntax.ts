/** The syntaxes that patterns are written in, and the tree that the parser makes of both. */

/**
 * `ecma`: ECMA-262, as in JSON Schema, with lookahead and named groups; it matches code points where the flag `u`
 * accepts the pattern, else UTF-16 units. `plain`: what both people and tools read alike, without look-around and named
 * groups; it matches UTF-16 units, and a leading `(?i)` ignores case.
 */
export type PatternSyntax = 'ecma' | 'plain';

export type EdgeKind = 'start' | 'end' | 'word_edge' | 'no_word_edge';

export type PatternNode =
  | { readonly kind: EdgeKind }
  | { readonly kind: 'unit'; readonly test: UnitTest }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly PatternNode[] }
  /** `most` is Infinity where there is no upper bound. */
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly least: number; readonly most: number }
  | { readonly kind: 'look'; readonly part: PatternNode; readonly isNegative: boolean };

/** Tests one unit of a text: a code point with the flag `u`, else a UTF-16 unit. */
export type UnitTest = (unit: number) => boolean;

export interface SyntaxLimits {
  readonly chars: number;
  /** Groups within each other. */
  readonly nesting: number;
  /** The largest number in a quantifier. */
  readonly count: number;
  /** States of the automaton. */
  readonly states: number;
}

export const limitsOf: Readonly<Record<PatternSyntax, SyntaxLimits>> = {
  ecma: { chars: 4_096, nesting: 50, count: Number.POSITIVE_INFINITY, states: 4_000 },
  plain: { chars: 512, nesting: 23, count: 100, states: 2_000 },
};
