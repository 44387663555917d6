import { StringStream } from '@codemirror/language';
import { describe, expect, it } from 'vitest';
import { readCedarToken } from './cedar-mode.ts';

function tokensOf(line: string): (string | null)[][] {
  const stream = new StringStream(line, 2, 2);
  const state = { isMember: false };
  const found: (string | null)[][] = [];
  while (!stream.eol()) {
    stream.start = stream.pos;
    const kind = readCedarToken(stream, state);
    if (kind !== null) found.push([stream.current(), kind]);
  }
  return found;
}

describe('the colours of Cedar', () => {
  it('tell keywords, types, strings, annotations and members apart', () => {
    expect(tokensOf('@id("a") forbid (principal is Assay::Agent)')).toEqual([
      ['@id', 'meta'],
      ['"a"', 'string'],
      ['forbid', 'keyword'],
      ['principal', 'variableName'],
      ['is', 'keyword'],
      ['Assay::Agent', 'typeName'],
    ]);
  });

  it('treat a member that is spelt like a keyword as a member', () => {
    expect(tokensOf('context.has >= 3')).toEqual([
      ['context', 'variableName'],
      ['has', 'propertyName'],
      ['>=', 'operator'],
      ['3', 'number'],
    ]);
  });

  it('end a string at its quote, not at an escaped one', () => {
    expect(tokensOf(String.raw`"a\"b" // when`)).toEqual([
      [String.raw`"a\"b"`, 'string'],
      ['// when', 'comment'],
    ]);
  });

  it('come to the end of any line', () => {
    expect(tokensOf('"open \\ § @ 7x')).toHaveLength(1);
  });
});
