/** Holds docs/contract.md against the tree: every row names sources and tests that exist. With the contract at hand, no name of it is missing. */
import { existsSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './support/doc-pages.ts';
import { titlesOf } from './support/titles.ts';

const page = readFileSync(join(root, 'docs/contract.md'), 'utf8');
const sectionNumbers = [
  ...['1', '2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7', '2.8', '2.9', '2.10', '2.11', '2.12', '2.13', '2.14'],
  ...['2.15', '2.16', '3', '4.1', '4.2', '5', '6', '7', '8', '9'],
];

interface Row {
  readonly section: string;
  readonly obligation: string;
  readonly builtIn: string;
  readonly heldBy: string;
}

const cellsOf = (line: string): readonly string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
/** The lines of a table below its head. */
const linesOf = (section: string): readonly string[] => section.match(/^\|.*\|$/gm)?.slice(2) ?? [];

const sections = page.split(/^## /m).slice(1);
const held = sections.filter((section) => /^\d/.test(section));
const rows: readonly Row[] = held.flatMap((section) =>
  linesOf(section).map((line) => {
    const [obligation = '', builtIn = '', heldBy = ''] = cellsOf(line);
    return { section: section.split(' ', 1)[0] ?? '', obligation, builtIn, heldBy };
  }),
);
/** The rows of the last table: section, obligation, what is missing, part. */
const open = linesOf(sections.at(-1) ?? '').map(cellsOf);

const linksOf = (cell: string): readonly string[] =>
  [...cell.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => normalize(join('docs', path)));
const testsOf = (cell: string) =>
  [...cell.matchAll(/\]\(([^)]+)\): `([^`]+)`/g)].map(([, path = '', title = '']) => ({
    path: normalize(join('docs', path)),
    title,
  }));

const titlesByPath = new Map<string, readonly string[]>();
/** Titles of a test file, each with the titles around it. */
function readTitles(path: string): readonly string[] {
  const known = titlesByPath.get(path);
  if (known !== undefined) return known;
  const titles = titlesOf(readFileSync(join(root, path), 'utf8')).map(({ title, around }) =>
    [...around, title].join(' > '),
  );
  titlesByPath.set(path, titles);
  return titles;
}

describe('the page of the contract', () => {
  it('has a table of three columns for every section with obligations', () => {
    expect(rows.length).toBeGreaterThan(150);
    expect(held.map((section) => section.split(' ', 1)[0])).toEqual(sectionNumbers);
    const short = held.filter((section) => linesOf(section).length === 0);
    expect(short).toEqual([]);
    const uneven = held.flatMap(linesOf).filter((line) => cellsOf(line).length !== 3 || cellsOf(line).includes(''));
    expect(uneven).toEqual([]);
  });

  it('names a source and a test in every row, and every named path exists', () => {
    const missing = rows.flatMap(({ section, obligation, builtIn, heldBy }) => {
      const tests = testsOf(heldBy);
      const paths = [...linksOf(builtIn), ...linksOf(heldBy)].filter((path) => !existsSync(join(root, path)));
      const isWhole = linksOf(builtIn).length > 0 && tests.length > 0 && tests.length === linksOf(heldBy).length;
      const areTests = tests.every(({ path }) => path.endsWith('.test.ts'));
      return isWhole && areTests && paths.length === 0 ? [] : [`${section}: ${obligation}: ${paths.join()}`];
    });
    expect(missing).toEqual([]);
  });

  it('names titles that stand in their test files', () => {
    const unknown = rows
      .flatMap(({ section, heldBy }) => testsOf(heldBy).map((test) => ({ section, ...test })))
      .filter(({ path, title }) => !readTitles(path).some((known) => `> ${known}`.endsWith(`> ${title}`)))
      .map(({ section, path, title }) => `${section}: ${path}: ${title}`);
    expect(unknown).toEqual([]);
  });

  it('has no obligation of a section twice', () => {
    const keys = rows.map(({ section, obligation }) => `${section}: ${obligation}`);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  it('says for what is not held yet what is missing, and in which part', () => {
    expect(sections.at(-1)).toMatch(/^Not held yet\n/);
    expect(open.filter((cells) => cells.length !== 4 || cells.includes(''))).toEqual([]);
    expect(open.map(([section]) => section).filter((section) => !sectionNumbers.includes(section ?? ''))).toEqual([]);
  });
});

const contractPath = new URL('../../shared/spec/platform-contract.md', import.meta.url);
const hasContract = existsSync(contractPath);

/** Names of the contract that the page need not have, with the reason. */
const unnamed: Readonly<Record<string, string>> = {
  base_url: 'notation of the contract: the address of the service that a path belongs to',
  trust_domain: 'part of the form of a SPIFFE id, which the page has as a whole',
  '/agent/{agent_id}': 'part of the form of a SPIFFE id, which the page has as a whole',
};

/** Code, first columns of tables, and names that can only be names: paths, variables, members with an underscore or a dot. */
function namesOf(contract: string): ReadonlySet<string> {
  const code = [...contract.matchAll(/`([^`\n]+)`/g)].flatMap(([, text = '']) => text.split(' '));
  const columns = [...contract.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => cell.split(', '));
  const identifiers = columns.map((cell) => cell.trim()).filter((cell) => /^[a-z][\w.]*$/.test(cell));
  const spelled = contract.match(
    /(?<![\w.:])\/[a-z.][\w/{}.-]*\w\}?|(?<![\w.])[A-Za-z]+(?:_[A-Za-z]+)+\b|\b[a-z]+\.[a-z.]+\/[a-z0-9-]+/g,
  );
  return new Set([...code, ...identifiers, ...(spelled ?? [])]);
}

describe.skipIf(!hasContract)('the names of the contract (skipped: its text is not beside the repository)', () => {
  it('are all on the page, or have a reason not to be', () => {
    const contract = hasContract ? readFileSync(contractPath, 'utf8') : '';
    const obligations = [
      ...rows.map(({ obligation }) => obligation),
      ...open.map(([, obligation]) => obligation),
    ].join();
    const code = [...obligations.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
    const named = new Set(code.flatMap((text) => [text, ...text.split(/[ =]/)]));
    const names = [...namesOf(contract)];
    expect(names.length).toBeGreaterThan(150);
    expect(names.filter((name) => !named.has(name) && !Object.hasOwn(unnamed, name))).toEqual([]);
  });

  it('have no reason that is not needed', () => {
    const names = namesOf(hasContract ? readFileSync(contractPath, 'utf8') : '');
    expect(Object.keys(unnamed).filter((name) => !names.has(name))).toEqual([]);
  });
});
