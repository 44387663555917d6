import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { aWorkspace } from './documents.fixture.ts';
import { hostileTexts } from './hostile.fixture.ts';
import { parseFiles } from './parse-files.ts';
import { printDocuments } from './print-documents.ts';

const script = fileURLToPath(new URL('hostile.fixture.ts', import.meta.url));

/** Reads every hostile text in a process with little memory, which more would kill. */
async function readInLittleMemory(): Promise<{ name: string; problem: string; problems: number }[]> {
  const args = ['--max-old-space-size=384', '--import', 'tsx', '--conditions=assay-source', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1024 * 1024 });
  return JSON.parse(stdout);
}

describe('hostile texts', () => {
  it('are refused, each with a short message, within 384 MiB', async () => {
    const results = await readInLittleMemory();
    expect(results.map(({ name }) => name)).toEqual(Object.keys(hostileTexts));
    for (const { problem, problems } of results) {
      expect(problem.length).toBeLessThan(200);
      expect(problems).toBeLessThanOrEqual(20);
    }
    const told = Object.fromEntries(results.map(({ name, problem }) => [name, problem]));
    expect(told).toMatchObject({
      'ten megabytes of agents': 'all files together are larger than 4 MiB',
      'an alias bomb': 'there are more than 1000 aliases',
      'deep lists': 'nests deeper than 24 levels',
      'deep indentation': 'nests deeper than 24 levels',
      'many members': 'it is larger than any configuration',
      'many documents': 'there are more than 1000 documents',
      'more agents than are allowed': '/spec/agents/0 there are more than 10000 agents',
    });
  }, 120_000);
});

describe('the bounds allow', () => {
  it('ten thousand agents with their settings in one file', () => {
    const agents = Array.from({ length: 10_000 }, (_, index) => ({
      name: `agent-${index}`,
      model: { id: 'gpt-4o' },
      auditorSettings: { injection: { 'injection_risk.threshold': { value: 0.5 } }, pii: { names: { value: false } } },
    }));
    const document = aWorkspace('a', { agents });
    const { documents, problems } = parseFiles([{ name: 'x', text: printDocuments([document], 'yaml') }]);
    expect(problems).toEqual([]);
    expect(documents[0]?.value).toEqual(document);
  });

  it('a thousand documents in two files, and not one more', () => {
    const documents = Array.from({ length: 1_001 }, (_, index) => aWorkspace(`w${index}`));
    const files = [documents.slice(0, 500), documents.slice(500, 1_000)].map((part, index) => ({
      name: `${index}`,
      text: printDocuments(part, 'yaml'),
    }));
    expect(parseFiles(files).problems).toEqual([]);
    const [problem] = parseFiles([
      ...files,
      { name: '2', text: printDocuments(documents.slice(1_000), 'yaml') },
    ]).problems;
    expect(problem).toMatchObject({ file: '2', message: 'there are more than 1000 documents' });
  });
});
