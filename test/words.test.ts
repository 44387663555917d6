/** Keeps the words of `words.json` out of names, comments and documentation: one name has one meaning. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import list from './words.json' with { type: 'json' };

interface Rule {
  readonly word: string;
  readonly write: string;
  readonly why: string;
  /** Names, or beginnings of paths, to which it does not apply. */
  readonly except?: readonly string[];
}

interface Source {
  readonly path: string;
  /** Empty for a page of the documentation. */
  readonly code: string;
  readonly prose: string;
}

const root = join(import.meta.dirname, '..');
const rules: Readonly<Record<keyof typeof list, readonly Rule[]>> = list;
/** Comments, strings and templates; everything else is code. */
const parts = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
const words = [...rules.identifiers, ...rules.prefixes, ...rules.prose].map(({ word }) => word);
/** Most files have none of the words in any meaning, and are not taken apart. */
const candidate = new RegExp(words.join('|'), 'i');

let paths: string[];
let sources: Source[];

beforeAll(() => {
  paths = ['src', 'sdk/src', 'client/src', 'docs'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  sources = paths.filter((path) => /\.(ts|md)$/.test(path) && !path.startsWith('client/src/generated')).flatMap(read);
});

function read(path: string): Source[] {
  const text = readFileSync(join(root, path), 'utf8');
  if (!candidate.test(text)) return [];
  if (path.endsWith('.md')) return [{ path, code: '', prose: text }];
  const comments: string[] = [];
  const code = text.replace(parts, (part) => {
    if (part.startsWith('/')) comments.push(part);
    return ' ';
  });
  return [{ path, code, prose: comments.join('\n') }];
}

/** Splits `toWideName` into `to`, `wide` and `name`. */
const wordsOf = (identifier: string): string[] =>
  identifier.split(/(?=[A-Z])|[_$\d]+/).map((word) => word.toLowerCase());
const identifiersOf = (code: string): Set<string> => new Set(code.match(/[A-Za-z_$][\w$]*/g) ?? []);
const isExcepted = ({ except = [] }: Rule, path: string) => except.some((part) => path.startsWith(part));
const tell = (path: string, found: string, { write, why }: Rule) => `${path}: ${found}: write ${write} (${why})`;

describe('The words of words.json', () => {
  it('are in no identifier', () => {
    const byWord = new Map(rules.identifiers.map((rule) => [rule.word, rule]));
    const found = sources.flatMap(({ path, code }) =>
      [...identifiersOf(code)].flatMap((name) => {
        const rule = wordsOf(name)
          .map((word) => byWord.get(word))
          .find((one) => one !== undefined);
        return rule === undefined || isExcepted(rule, path) ? [] : [tell(path, name, rule)];
      }),
    );
    expect(found).toEqual([]);
  });

  it('begin no identifier where another word stands for the same', () => {
    const found = sources.flatMap(({ path, code }) =>
      [...identifiersOf(code)].flatMap((name) =>
        rules.prefixes
          .filter((rule) => new RegExp(`^${rule.word}[A-Z]`).test(name) && !(rule.except ?? []).includes(name))
          .map((rule) => tell(path, name, rule)),
      ),
    );
    expect(found).toEqual([]);
  });

  it('name no file', () => {
    const found = paths.flatMap((path) => {
      const name = basename(path).replace(/(\.(test|fixture|fake))?\.ts$/, '');
      if (!path.endsWith('.ts')) return [];
      return rules.files
        .filter((rule) => rule.word === name && !isExcepted(rule, path))
        .map((rule) => tell(path, name, rule));
    });
    expect(found).toEqual([]);
  });

  it('are in no comment and no page of the documentation', () => {
    const found = sources.flatMap(({ path, prose }) =>
      rules.prose
        .filter((rule) => new RegExp(`\\b${rule.word}\\b`, 'i').test(prose) && !isExcepted(rule, path))
        .map((rule) => tell(path, rule.word, rule)),
    );
    expect(found).toEqual([]);
  });
});

describe('The glossary', () => {
  it('has every term once, in the order of the alphabet, in one sentence', () => {
    const page = readFileSync(join(root, 'docs/glossary.md'), 'utf8');
    const rows = [...page.matchAll(/^\| \*\*(.+?)\*\* \| (.+) \|$/gm)].map(([, term = '', meaning = '']) => ({
      term,
      meaning,
    }));
    const terms = rows.map(({ term }) => term.toLowerCase());
    expect(terms.length).toBeGreaterThan(100);
    expect(new Set(terms).size).toBe(terms.length);
    expect(terms).toEqual([...terms].sort());
    expect(
      rows.filter(({ meaning }) => !meaning.endsWith('.') || /[^.]\. [A-Z]/.test(meaning)).map(({ term }) => term),
    ).toEqual([]);
  });
});
