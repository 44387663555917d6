/** Texts that try to cost too much, and a process that reads one of them with little memory. */
import { parseFiles } from './parse-files.ts';

const head = 'apiVersion: vendor.io/v1alpha1\nkind: VendorWorkspace\nmetadata: { name: a }\n';
const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('');
const mebibytes = (count: number) => count * 1024 * 1024;

/** By name. Made on demand, because some are large. */
export const hostileTexts: Readonly<Record<string, () => string>> = {
  'ten megabytes of agents': () => `${head}spec:\n  agents:\n${many(500_000, (index) => `  - name: agent-${index}\n`)}`,
  'ten megabytes of nothing': () => `${head}spec: {}\n${' '.repeat(mebibytes(10))}`,
  'an alias bomb': () =>
    `${many(12, (index) => `a${index}: &a${index} [${index === 0 ? 'x' : `*a${index - 1}, `.repeat(9)}]\n`)}kind: *a11\n`,
  'an alias bomb of maps': () =>
    `${many(
      12,
      (index) =>
        `a${index}: &a${index} {${'bcdefghi'
          .split('')
          .map((key) => `${key}: ${index === 0 ? 'x' : `*a${index - 1}`}`)
          .join(', ')}}\n`,
    )}kind: *a11\n`,
  'many aliases': () => `a: &a x\nb:\n${many(50_000, () => '- *a\n')}`,
  'many anchors': () => `b:\n${many(200_000, (index) => `- &a${index} x\n`)}`,
  'deep lists': () => `a: ${'['.repeat(mebibytes(4) - 100)}`,
  'deep maps': () => `a: ${'{a: '.repeat(mebibytes(1) - 100)}`,
  'deep sequences': () => `a:\n  ${'- '.repeat(mebibytes(2) - 100)}`,
  'deep indentation': () => many(2_000, (index) => `${' '.repeat(index)}a:\n`),
  'complex keys': () => `${'? '.repeat(mebibytes(2) - 100)}`,
  'many members': () => many(300_000, (index) => `k${index}: 1\n`),
  'many members on one line': () => `{${many(300_000, (index) => `k${index}: 1,`)}}`,
  'many documents': () => many(500_000, () => '---\n{}\n'),
  'many empty documents': () => many(1_000_000, () => '---\n'),
  'many documents in a list': () => `[${many(500_000, () => '{},')}]`,
  'more agents than are allowed': () =>
    many(
      11,
      (index) =>
        `---\n${head.replace('name: a', `name: w${index}`)}spec:\n  agents:\n${many(1_000, (agent) => `  - name: a${index}-${agent}\n`)}`,
    ),
  'many errors': () => many(200_000, () => '\t}\n'),
  'many quotes': () => '"'.repeat(mebibytes(4) - 100),
  'many colons': () => ': '.repeat(mebibytes(2) - 100),
  'many comments': () => many(500_000, () => '# x\n'),
  'a folded line': () => `a: x\n${many(500_000, () => ' y\n')}`,
  'a long block': () => `a: |\n${many(500_000, () => '  y\n')}`,
  'many tags': () => many(200_000, (index) => `- !t${index} x\n`),
  'many directives': () => `${many(200_000, (index) => `%T${index} x\n`)}---\na: 1\n`,
};

/** The test runs it in a separate process: `hostile.fixture.ts NAME` prints the first problem and the memory used. */
const [, script, name] = process.argv;
if (script?.endsWith('hostile.fixture.ts') === true) {
  const names = name === undefined ? Object.keys(hostileTexts) : [name];
  const results = names.map((one) => {
    const text = hostileTexts[one]?.() ?? '';
    const { problems, documents } = parseFiles([{ name: 'x', text }]);
    return { name: one, problem: problems[0]?.message, problems: problems.length, documents: documents.length };
  });
  process.stdout.write(JSON.stringify(results));
}
