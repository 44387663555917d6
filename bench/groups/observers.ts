/** Evidence auditors, each on the input that its target names. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AuditorDefinition, createAuditor } from '@assay/sdk';
import { fairness } from '../../src/auditors/fairness/auditor.ts';
import { groundedness } from '../../src/auditors/groundedness/auditor.ts';
import { createFileSource } from '../../src/auditors/model-security/byte-source.ts';
import { hashSource } from '../../src/auditors/model-security/hash.ts';
import { createInspect } from '../../src/auditors/model-security/inspect.ts';
import { inspectors } from '../../src/auditors/model-security/inspectors.ts';
import { defaultLimits } from '../../src/auditors/model-security/limits.ts';
import { sovereignty } from '../../src/auditors/sovereignty/auditor.ts';
import { watermark } from '../../src/auditors/watermark/auditor.ts';
import { timeCalls } from '../percentile.ts';
import { prompts } from '../prompts.ts';
import type { Group, Row } from '../report.ts';

/** About 2,000 tokens of prose. */
const proseLength = 9_000;
const fairnessRows = 100_000;
const tensorBytes = 2 ** 30;

interface Case {
  readonly definition: AuditorDefinition;
  readonly what: string;
  readonly must: string;
  readonly rounds: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly requests: readonly unknown[];
}

export const observersGroup: Group = {
  name: 'observers',
  summary: 'groundedness, fairness, watermark, model security, sovereignty, each on its own kind of input',
  async run({ progress }) {
    const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
    try {
      const rows: Row[] = [];
      for (const one of [...textCases(), fairnessCase(), placeCase()]) {
        progress(one.definition.id);
        rows.push(...(await measure(one)));
      }
      progress('model-security');
      return [...rows, await measureTensors(join(folder, 'model.safetensors'))];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measure({ definition, what, must, rounds, env = {}, requests }: Case): Promise<Row[]> {
  const auditor = createAuditor(definition, { env });
  await auditor.whenReady();
  const { p50Ms, p99Ms } = await timeCalls(rounds, async (round) => {
    const answer = await auditor.claims(requests[round % requests.length]);
    if (answer.status !== 'success') throw new Error(`${definition.id} failed: ${answer.error.message}`);
  });
  await auditor.close();
  const id = `observers.${definition.id}.${what}`;
  const row = { unit: 'ms', baseline: null, ratio: null };
  return [
    { id: `${id}.p50_ms`, value: p50Ms, ...row },
    { id: `${id}.p99_ms`, value: p99Ms, ...row, must },
  ];
}

function textCases(): Case[] {
  const texts = prompts(50, proseLength);
  const answers = texts.map((text) => text.slice(-1_500));
  return [
    {
      definition: groundedness,
      what: '2000_tokens',
      must: '5 ms',
      rounds: 500,
      requests: texts.map((text, index) => ({
        phase: 'response',
        data: { output: answers[index] ?? '', metadata: { sources: [{ id: 'source', text: text.slice(0, 7_500) }] } },
      })),
    },
    {
      definition: watermark,
      what: '2000_tokens',
      must: '10 ms',
      rounds: 500,
      env: { WATERMARK_KEY: 'a key that is made for this table only' },
      requests: texts.map((output) => ({ phase: 'response', data: { output } })),
    },
  ];
}

function fairnessCase(): Case {
  const places = Array.from({ length: fairnessRows }, (_, row) => row);
  const columns = {
    group: places.map((row) => `group ${row % 5}`),
    y_pred: places.map((row) => ((row * 7) % 13 < 6 ? 1 : 0)),
    y_true: places.map((row) => ((row * 11) % 17 < 8 ? 1 : 0)),
  };
  const request = { phase: 'response', data: { metadata: { columns } } };
  return { definition: fairness, what: '100k_rows', must: '50 ms', rounds: 50, requests: [request] };
}

function placeCase(): Case {
  const metadata = { location: { provider: 'aws', region: 'eu-central-1' }, user_country: 'GB' };
  return {
    definition: sovereignty,
    what: 'transfer',
    must: '1 ms',
    rounds: 2_000,
    env: { SOVEREIGNTY_ALLOWED_LOCATIONS: 'EEA' },
    requests: [{ phase: 'request', data: { input: 'Ship it to 10115 Berlin, Germany.', metadata } }],
  };
}

/** The header of one gibibyte in 300 tensors, beside the hash of all of it, which every check of a file includes. */
async function measureTensors(path: string): Promise<Row> {
  await writeTensors(path);
  const file = await open(path);
  try {
    const source = createFileSource(file, (await file.stat()).size);
    const inspect = createInspect(inspectors);
    const { signal } = new AbortController();
    const options = { name: 'model.safetensors', limits: defaultLimits, signal, allowedGlobals: new Set<string>() };
    const header = await timeCalls(100, async () => {
      const { complete, malwareFree } = await inspect(source, options);
      if (!complete || malwareFree !== true) throw new Error('a sound file was refused');
    });
    const whole = await timeCalls(3, () => hashSource(source, signal));
    const id = 'observers.model-security.safetensors_1gb_header.p99_ms';
    const ratio = header.p99Ms / whole.p50Ms;
    return { id, value: header.p99Ms, unit: 'ms', baseline: whole.p50Ms, ratio, must: '50 ms' };
  } finally {
    await file.close();
  }
}

/** Writes a sparse file: its zeros take no disk space. */
async function writeTensors(path: string): Promise<void> {
  const bytes = Math.floor(tensorBytes / 300 / 4) * 4;
  const header = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [
      `layer.${index}`,
      { dtype: 'F32', shape: [bytes / 4], data_offsets: [index * bytes, (index + 1) * bytes] },
    ]),
  );
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.byteLength));
  const file = await open(path, 'w');
  await file.write(Buffer.concat([length, text]));
  await file.truncate(8 + text.byteLength + 300 * bytes);
  await file.close();
}
