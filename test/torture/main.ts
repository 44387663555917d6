/** `npm run torture [-- NAME…] [--quick|--full] [--seed N] [--seconds N] [--workers N]`: measures the reliability figures. */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { hasVectors } from '../../src/proof/reports/vectors.fixture.ts';
import type { Check, Counts, Depth } from './check.ts';
import { checks } from './checks.ts';
import { runChecks } from './pool.ts';
import { findMiss, type Row, renderRemarks, renderRows } from './table.ts';
import { addCounts, noCounts } from './tally.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean' },
    full: { type: 'boolean' },
    seed: { type: 'string' },
    seconds: { type: 'string' },
    workers: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});

const usage = `npm run torture [-- NAME…] [--quick|--full] [--seed N] [--seconds N] [--workers N]
Without a name everything runs; a name picks all checks that start with it, --seconds is for differential alone:
${checks.map(({ name }) => `  ${name}`).join('\n')}
`;

if (values.help) process.stdout.write(usage);
else process.exitCode = await run();

async function run(): Promise<number> {
  const chosen = choose(positionals);
  if (chosen === undefined) {
    process.stderr.write(usage);
    return 2;
  }
  const depth: Depth = values.full ? 'full' : values.quick ? 'quick' : 'default';
  const seed = Number(values.seed ?? Math.floor(Date.now() / 1000) % 1_000_000);
  const workers = Number(values.workers ?? Math.min(2, availableParallelism()));
  const untilMs = values.seconds === undefined ? undefined : Date.now() + Number(values.seconds) * 1000;
  if (Number.isNaN(untilMs) || !Number.isSafeInteger(seed) || !(workers >= 1 && workers <= 64))
    throw new Error('a number is not one');
  process.stdout.write(`${JSON.stringify({ depth, seed, workers, node: process.version })}\n`);

  const startedMs = performance.now();
  const runnable = chosen.filter(({ needsSamples }) => needsSamples !== true || hasVectors);
  const found = new Map<Check, Counts>();
  await runChecks(runnable, {
    workers,
    depth,
    seed,
    untilMs,
    onDone(check, counts) {
      found.set(check, addCounts(found.get(check) ?? noCounts, counts));
      const problems = counts.problems.length === 0 ? '' : `, ${counts.problems[0]}`;
      process.stderr.write(`${seconds(startedMs)} ${check.name}: ${counts.inputs} inputs${problems}\n`);
    },
  });
  return print(chosen, found, startedMs);
}

function print(chosen: readonly Check[], found: ReadonlyMap<Check, Counts>, startedMs: number): number {
  const rows = chosen.map((check): Row => {
    const counts = found.get(check);
    const skipped = 'the public samples are not beside the repository';
    return counts === undefined ? { check, counts: noCounts, skipped } : { check, counts };
  });
  const missed = rows.filter((row) => findMiss(row) !== undefined);
  const total = rows.reduce((sum, { counts }) => addCounts(sum, counts), noCounts);
  const peak = `${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB resident at most`;
  process.stdout.write(`${renderRows(rows)}\n${renderRemarks(rows)}\n`);
  process.stdout.write(`${total.inputs} inputs, ${total.wrong} wrong, ${total.throws} thrown, ${peak}, `);
  process.stdout.write(
    `${seconds(startedMs)}; ${missed.length === 0 ? 'every figure reached' : `${missed.length} missed`}\n`,
  );
  return missed.length === 0 ? 0 : 1;
}

function choose(names: readonly string[]): readonly Check[] | undefined {
  const picked = checks.filter(({ name }) => names.length === 0 || names.some((start) => name.startsWith(start)));
  const isKnown = names.every((start) => checks.some(({ name }) => name.startsWith(start)));
  return isKnown && picked.length > 0 ? picked : undefined;
}

function seconds(startedMs: number): string {
  return `${((performance.now() - startedMs) / 1000).toFixed(0)} s`;
}
