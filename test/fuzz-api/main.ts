/**
 * `npm run fuzz:api`: fuzzes all five OpenAPI documents against running services on loopback, with authentication. Fails on
 * answers 5xx, on unchecked credentials, and on answers that do not fit the document. Needs python3 and PyPI.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare, readDocument } from './document.ts';
import { fuzz, installSchemathesis } from './schemathesis.ts';
import { openProduct, openVerifier, type Subject } from './subjects.ts';
import { tally } from './tally.ts';

const usage = `Usage: npm run fuzz:api -- [--examples N] [--seed N] [--only DOCUMENT[,DOCUMENT…]]
Generates N requests (20 if absent) for each operation, besides those at the edges of its schemas.
`;

interface Options {
  readonly examples: number;
  readonly seed: number;
  readonly only: readonly string[];
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      examples: { type: 'string', default: '20' },
      seed: { type: 'string', default: '20261122' },
      only: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const only = values.only?.split(',') ?? [];
  const options = { examples: Number(values.examples), seed: Number(values.seed), only };
  const command = await installSchemathesis();
  const isOpened = (name: string) => only.length === 0 || only.includes(name);
  const opening = [
    ...(isOpened('verifier') ? [async () => [await openVerifier()]] : []),
    ...(['attestor', 'gateway', 'mcp-gateway', 'auditor'].some(isOpened) ? [openProduct] : []),
  ];
  let isGood = true;
  for (const open of opening) {
    const subjects = await open();
    try {
      for (const subject of subjects.filter(({ document }) => isOpened(document)))
        isGood = (await tryOne(command, subject, options)) && isGood;
    } finally {
      for (const subject of subjects) await subject.close();
    }
  }
  return isGood ? 0 : 1;
}

async function tryOne(command: string, subject: Subject, { examples, seed }: Options): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-fuzz-report-'));
  const document = join(folder, 'openapi.json');
  await writeFile(document, JSON.stringify(prepare(readDocument(subject.document), subject.preparation)));
  const { url, headers } = subject;
  const text = await fuzz(command, { document, url, headers, examples, seed, folder });
  const { requests, operations, reached, failures } = await tally(folder);
  const isGood = requests > 0 && failures.size === 0;
  const kinds = ['not_a_server_error', 'ignored_auth', 'response_schema_conformance', 'content_type_conformance'];
  const counts = kinds.map((kind) => `${[...failures.keys()].filter((key) => key.startsWith(kind)).length} ${kind}`);
  process.stdout.write(
    `${subject.document}: ${operations.size} operations, ${reached.size} of them with 2xx, ${requests} requests; ${counts.join(', ')}\n`,
  );
  if (isGood) await rm(folder, { recursive: true, force: true });
  else
    process.stdout.write(
      `${[...failures.keys()].map((key) => `  ${key}\n`).join('')}${text.slice(-20_000)}\nreport: ${folder}\n`,
    );
  return isGood;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    // A half-opened service would keep the process alive.
    process.exit(1);
  },
);
