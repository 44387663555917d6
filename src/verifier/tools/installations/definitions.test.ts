/** Tests the hash of tools, what counts as a change, and the flags for people. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxTools } from '../../../contract/tool-report.ts';
import { hashOf } from '../../../platform/tools/definition.ts';
import { compareTools, isOther, toSnapshot, toUsable } from './definitions.ts';
import { findExclusionReasons, findSuspiciousTools } from './suspicious-tools.ts';

const tool = (name: string, more: Record<string, unknown> = {}) => ({ name, inputSchema: { type: 'object' }, ...more });
const flagsOf = (...tools: readonly Record<string, unknown>[]) => {
  const { definitions } = toSnapshot('app', tools);
  const flags = findSuspiciousTools(definitions);
  return definitions.map((each) => flags.get(each) ?? []);
};

describe('a snapshot', () => {
  it('is equal for any order of tools and members', () => {
    const written = tool('a', { description: 'A', annotations: { b: 1, a: 2 } });
    const other = { annotations: { a: 2, b: 1 }, description: 'A', inputSchema: { type: 'object' }, name: 'a' };
    const left = toSnapshot('app', [written, tool('b')]);
    const right = toSnapshot('app', [tool('b'), other]);
    expect(right).toEqual(left);
    expect(left.hash).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('differs for every member, by any difference in it', () => {
    const changes = [
      ...[{ title: 'T' }, { description: 'D' }, { inputSchema: { type: 'object', x: 1 } }],
      ...[{ outputSchema: { type: 'object' } }, { annotations: { readOnlyHint: true } }],
      ...[{ _meta: { ui: 'ui://a' } }, { icons: [] }, { execution: { taskSupport: 'required' } }, { new: 1 }],
      { inputSchema: JSON.parse('{"type":"object","__proto__":{"x":1}}') },
    ];
    const hashes = [{}, ...changes].map((change) => toSnapshot('app', [tool('a', change)]).hash);
    expect(new Set([...hashes, toSnapshot('other', [tool('a')]).hash]).size).toBe(changes.length + 2);
  });

  it('covers any change of any text of a description', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (left, right) => {
        fc.pre(left !== right && !left.includes('\0') && !right.includes('\0'));
        const [before] = toSnapshot('app', [tool('a', { description: left })]).definitions;
        const [after] = toSnapshot('app', [tool('a', { description: right })]).definitions;
        if (before === undefined || after === undefined) throw new Error('a tool is lost');
        expect(hashOf(before)).not.toBe(hashOf(after));
        expect(isOther([before], [after])).toBe(true);
        expect(toUsable([before], [after])).toEqual([]);
      }),
    );
  });

  it('refuses definitions out of bounds', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`);
    const bad: readonly unknown[][] = [
      ...[['tool'], [{}], [{ name: '' }], [{ name: 'a' }], [tool('a', { inputSchema: [] })], [tool('a'), tool('a')]],
      ...[[tool('a', { title: 1 })], [tool('a', { description: null })], [tool('a', { outputSchema: 'x' })]],
      ...[
        [tool('a', { annotations: 1 })],
        [tool('a', { description: 'x'.repeat(65_537) })],
        [tool('a', { inputSchema: deep })],
      ],
      ...[[tool('a', { description: '\ud800' })], [tool('x'.repeat(257))], [tool('*')]],
      Array.from({ length: maxTools + 1 }, (_, index) => tool(`t${index}`)),
      Array.from({ length: 70 }, (_, index) => tool(`t${index}`, { description: 'x'.repeat(65_000) })),
    ];
    for (const tools of bad) expect(() => toSnapshot('app', tools)).toThrow('is invalid');
  });

  it("replaces that server's tools, and keeps the app's other servers", () => {
    const before = toSnapshot('one', [tool('a')]).definitions;
    const both = toSnapshot('two', [tool('a')], before);
    expect(both.definitions.map(({ server, name }) => [server, name])).toEqual([
      ['one', 'a'],
      ['two', 'a'],
    ]);
    expect(toSnapshot('two', [], both.definitions).hash).toBe(toSnapshot('one', [tool('a')]).hash);
  });
});

describe('a comparison', () => {
  it('names the change of each tool; a removed one is no danger', () => {
    const approved = toSnapshot('app', [tool('a'), tool('b'), tool('c')]).definitions;
    const present = toSnapshot('app', [tool('a'), tool('b', { description: 'B' }), tool('d')]).definitions;
    const told = compareTools(approved, present).map(({ name, change, changed }) => [name, change, ...changed]);
    expect(told).toEqual([
      ['a', 'same'],
      ['b', 'changed', 'description'],
      ['c', 'removed'],
      ['d', 'added'],
    ]);
    expect(isOther(approved, approved.slice(1))).toBe(false);
    expect(toUsable(approved, present).map(({ name }) => name)).toEqual(['a']);
  });
});

describe('a flag', () => {
  it('marks hidden text in every member', () => {
    const hidden = ['\u200b', '\u202e', '\u{e0041}', '\u0007', '\ufeff', '\u2066', '\u00ad', '\ufe0f', '\u3164'];
    for (const sign of hidden) {
      expect(flagsOf(tool('a', { description: `x${sign}y` })), sign).toEqual([['hidden_characters']]);
      const schema = { type: 'object', properties: { q: { enum: [`${sign}`] } } };
      expect(flagsOf(tool('a', { inputSchema: schema }))).toEqual([['hidden_characters']]);
    }
    expect(flagsOf(tool('a', { description: 'Line one\n\tline two: naïve 日本語' }))).toEqual([[]]);
  });

  it('marks a very long description, an unusual name, and names that look alike', () => {
    expect(flagsOf(tool('a', { description: 'x'.repeat(4_001) }))).toEqual([['long_description']]);
    expect(flagsOf(tool('search files'))).toEqual([['unusual_name']]);
    expect(flagsOf(tool('read_file'), tool('readFile'))).toEqual([['similar_name'], ['similar_name']]);
    expect(flagsOf(tool('search'), tool('se\u0430rch'))).toEqual([['similar_name'], ['unusual_name', 'similar_name']]);
    expect(flagsOf(tool('list_issues'), tool('list_issue_types'))).toEqual([[], []]);
  });

  it('marks an invalid header request, which makes a tool uncallable', () => {
    const properties = { score: { type: 'number', 'x-mcp-header': 'Score' } };
    const wrong = tool('wrong', { inputSchema: { type: 'object', properties } });
    expect(flagsOf(tool('good'), wrong)).toEqual([[], ['invalid_header']]);
    const { definitions } = toSnapshot('https://a.example/mcp', [wrong, tool('good')]);
    expect(toUsable(definitions, definitions).map(({ name }) => name)).toEqual(['good']);
    expect(definitions.flatMap(findExclusionReasons)).toEqual([
      expect.stringMatching(/^invalid_header: score has a header, and/),
    ]);
  });
});
