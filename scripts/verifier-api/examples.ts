/** Examples of the reference of the verifier's API: one real request and its answer for each operation. */
import { readFile, writeFile } from 'node:fs/promises';

export interface Example {
  /** `METHOD /path`, as routes spell it. */
  readonly endpoint: string;
  /** Path and query that were called. */
  readonly url: string;
  readonly contentType: string | null;
  /** JSON, a text, or null if no body was sent. */
  readonly body: unknown;
  readonly status: number;
  /** JSON, a text, or null if there is none. */
  readonly answer: unknown;
}

/** Operations without an example, with the reason. */
export const withoutExample: Readonly<Record<string, string>> = {
  'GET /v1/agents/:agent_id/console/stream':
    'The answer is an endless stream of events; [the console](../console.md) shows it.',
  'GET /v1/agents/:id/logs': 'The answer is an endless stream of events; [the console](../console.md) shows it.',
  'GET /oauth/client-metadata.json': 'The document exists only while `ASSAY_PUBLIC_URL` is an https URL.',
  'POST /v1/console/playground/chat': 'The answer is that of the gateway; [the console](../console.md) shows it.',
  'POST /v1/console/playground/evaluate': 'The answer is that of the gateway; [the console](../console.md) shows it.',
  'POST /v1/scoped-credentials/:id/refresh': 'It needs an authorization server of another organisation.',
};

const file = new URL('examples.jsonl', import.meta.url);

/** Reads the examples on record, by endpoint. */
export async function readExamples(): Promise<ReadonlyMap<string, Example>> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  const examples = lines.map((line): Example => JSON.parse(line));
  return new Map(examples.map((example) => [example.endpoint, example]));
}

/** Writes them one a line, in order. */
export async function writeExamples(examples: readonly Example[]): Promise<void> {
  const lines = examples.map((example) => JSON.stringify(example));
  await writeFile(file, `${lines.sort().join('\n')}\n`);
}
