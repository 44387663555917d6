import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCitations } from './citations.ts';
import { cutClaims } from './claims.ts';
import { cutSentences } from './sentences.ts';

const claimsOf = (answer: string) => cutClaims(answer).map(({ start, end }) => answer.slice(start, end));

describe('sentences', () => {
  const cut = (text: string) => cutSentences(text).map(({ start, end }) => text.slice(start, end));

  it.each([
    [
      'Dr. Smith met Mr. J. Doe at 3.5 p.m. on Monday. He left.',
      ['Dr. Smith met Mr. J. Doe at 3.5 p.m. on Monday.', 'He left.'],
    ],
    ['It lost 2.5 percent. “Bad,” she said. Why?', ['It lost 2.5 percent.', '“Bad,” she said.', 'Why?']],
    ['born in the 19th century.First for Women is new.', ['born in the 19th century.', 'First for Women is new.']],
    ['这是第一句。这是第二句！', ['这是第一句。', '这是第二句！']],
    ['The U.S. Army came. The U.S. The end.', ['The U.S. Army came.', 'The U.S.', 'The end.']],
  ])('end where a reader ends them: %s', (text, expected) => {
    expect(cut(text)).toEqual(expected);
  });

  it('continue over a full line but not over a short one', () => {
    const wrapped = 'The council of the city voted on Tuesday evening to keep\nall of its libraries open. Good\nNews';
    expect(cut(wrapped)).toEqual([wrapped.slice(0, -10), 'Good', 'News']);
  });

  it('cover every character that is not blank or a mark, in order and without overlap', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aB1 .!?\n-*#|"。é'), maxLength: 200 }), (text) => {
        let before = 0;
        let left = '';
        for (const { start, end } of cutSentences(text)) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          left += text.slice(before, start);
          before = end;
        }
        left += text.slice(before);
        expect(left.replaceAll(/[\s#*1.a-]/gi, '')).toBe('');
      }),
    );
  });
});

describe('claims', () => {
  it('are sentences, list items and rows, not questions, courtesies and code', () => {
    const answer = `Sure! Based on the provided documents, the mill closed in 1998.

## Reasons
- Costs rose by 12 percent
1. Orders fell

| year | output |
|------|--------|
| 1997 | 40 |

\`\`\`js
const x = 1;
\`\`\`
The document does not mention the owner. Would you like more? I hope this helps!`;
    expect(claimsOf(answer)).toEqual([
      'the mill closed in 1998.',
      'Costs rose by 12 percent',
      'Orders fell',
      '| 1997 | 40 |',
    ]);
  });

  it('are the independent clauses of a sentence', () => {
    expect(claimsOf('The mill closed in 1998, and the owner moved to Spain; his sons sold all of the land.')).toEqual([
      'The mill closed in 1998',
      'and the owner moved to Spain',
      'his sons sold all of the land.',
    ]);
    expect(claimsOf('He bought bread, milk, and a very old red car.')).toHaveLength(1);
  });

  it('of short answers are those answers', () => {
    expect(claimsOf('Delhi')).toEqual(['Delhi']);
  });
});

describe('citations', () => {
  const ids = ['annual-report', 'web', 'memo.3'];
  const cited = (answer: string) => findCitations(answer, ids).map(({ source }) => source);

  it.each([
    ['It rose [1].', [0]],
    ['It rose [1, 3] and fell【2】.', [0, 2, 1]],
    ['It rose [1-3].', [0, 1, 2]],
    ['It rose (web) [memo.3] (Source: annual-report).', [1, 2, 0]],
    ['According to source 2, it rose. According to document web, too.', [1, 1]],
    ['It rose [4] (source 9).', [undefined, undefined]],
    ['It rose (3) in 2020 [sic] (see below) [TODO].', []],
  ])('are read: %s', (answer, expected) => {
    expect(cited(answer)).toEqual(expected);
  });

  it('lie within any answer', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'[]()【】123,-; ws'), maxLength: 100 }), (answer) => {
        for (const { start, end } of findCitations(answer, ids)) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(answer.length);
        }
      }),
    );
  });
});
