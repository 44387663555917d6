/** Runs the evaluation of the auditors: rows from the data folder or from a user's file, gate, judgement, report. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDataFolder } from '../data/folder.ts';
import {
  assertNoOverlap,
  collectTrainedRows,
  decodeTrainedRows,
  type OverlapSplit,
  splitOverlap,
  type TrainedRows,
} from '../data/overlap.ts';
import type { Row } from '../data/row.ts';
import { parseUserFile } from '../data/user-file.ts';
import type { DetectionTask } from '../task.ts';
import type { NamedTask } from '../tasks/all.ts';
import { trainedRowsPath } from '../training/run-training.ts';
import { evaluate } from './evaluate.ts';
import { renderPlots } from './render-plots.ts';
import { renderReport } from './render-text.ts';
import { type Report, toReportJson } from './report.ts';

export interface EvaluationOptions {
  readonly tasks: readonly NamedTask[];
  /** The folder of labelled data; not needed for a file. */
  readonly dataRoot?: string;
  /** Skip evaluations that train models without whole sources. */
  readonly quick?: boolean;
  /** A labelled file, measured instead of the development rows. */
  readonly file?: string;
  readonly repositoryRoot: string;
  /** Output folder of the reports; none if absent. */
  readonly out?: string;
  /** Milliseconds from any origin. */
  readonly now: () => number;
  readonly print: (line: string) => void;
}

/** Measures the auditors one after the other and returns the reports. @throws Error if development rows were trained on. */
export async function runEvaluation(options: EvaluationOptions): Promise<Report[]> {
  const reports: Report[] = [];
  for (const { load, threshold } of options.tasks) {
    const task = await load();
    const { kept, overlapping } = await chooseRows(task, options);
    if (kept.length === 0)
      throw new Error(`${task.auditor}: every row was used for training, so there is none to measure on`);
    const heldOut = await judgeHeldOut(task, options);
    const measuredOn = describeRows(options.file, heldOut.length);
    const report = await evaluate(task, kept, { measuredOn, threshold, overlapping, heldOut, now: options.now });
    reports.push(report);
    if (options.out !== undefined) await writeReport(options.out, report);
    options.print(renderReport(report));
  }
  return reports;
}

/** Trains without whole sources and judges those; only for development rows. */
async function judgeHeldOut(task: DetectionTask, { file, dataRoot, quick, print }: EvaluationOptions) {
  if (quick === true || file !== undefined || dataRoot === undefined || task.heldOut === undefined) return [];
  return task.heldOut(openDataFolder(dataRoot), (message) => print(`${task.auditor}: ${message}`));
}

function describeRows(file: string | undefined, heldOut: number): string {
  if (file !== undefined) return `\`${baseName(file)}\``;
  const rest = `, and ${heldOut} rows of training sources, each judged by a model that was trained without its source`;
  return `the development rows${heldOut === 0 ? '' : rest}`;
}

/** Writes `<auditor>.md`, `<auditor>.json` and the plots. */
async function writeReport(out: string, report: Report): Promise<void> {
  await mkdir(out, { recursive: true });
  const plots = renderPlots(report).map(({ name, svg }) => ({ file: `${report.auditor}-${name}.svg`, svg }));
  for (const { file, svg } of plots) await writeFile(join(out, file), svg);
  const files = plots.map(({ file }) => file);
  await writeFile(join(out, `${report.auditor}.md`), renderReport(report, files));
  await writeFile(join(out, `${report.auditor}.json`), toReportJson(report));
}

/**
 * Chooses the rows to measure. Development rows that were trained on are our error and stop everything; in a user's file they are
 * left out and counted.
 */
async function chooseRows(task: DetectionTask, options: EvaluationOptions): Promise<OverlapSplit> {
  const { file, dataRoot, print } = options;
  if (file === undefined) {
    if (dataRoot === undefined) throw new Error('give a data folder or a file');
    const development = await task.developmentRows(openDataFolder(dataRoot));
    assertNoOverlap(task.auditor, await task.trainingRows(openDataFolder(dataRoot)), development);
    return { kept: development, overlapping: [] };
  }
  const { rows, unused } = parseUserFile(await readUserFile(file), file);
  if (unused.length > 0) print(`Not used: ${unused.join(', ')}.`);
  const renamed = rows.map((row) => renameSpans(row, task.spanTypes ?? {}));
  const trained = await loadTrainedRows(task, options);
  return trained === undefined ? { kept: renamed, overlapping: [] } : splitOverlap(renamed, trained);
}

/** Loads from the data if present, otherwise from the hash file beside the code. */
async function loadTrainedRows(
  task: DetectionTask,
  { dataRoot, repositoryRoot }: EvaluationOptions,
): Promise<TrainedRows | undefined> {
  if (task.train === undefined) return undefined;
  if (dataRoot !== undefined) return collectTrainedRows(await task.trainingRows(openDataFolder(dataRoot)));
  const path = trainedRowsPath(task.auditor);
  const bytes = await readFile(join(repositoryRoot, path)).catch((cause: unknown) => {
    throw new Error(`${path} cannot be read: without it, the rows used for training are not known`, { cause });
  });
  return decodeTrainedRows(bytes);
}

const maxFileBytes = 256 * 1024 * 1024;

async function readUserFile(file: string): Promise<string> {
  const bytes = await readFile(file);
  if (bytes.length > maxFileBytes) throw new Error(`${file} is larger than ${maxFileBytes} bytes`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new Error(`${file} is not UTF-8 text`, { cause });
  }
}

function renameSpans(row: Row, names: Readonly<Record<string, string>>): Row {
  if (row.spans === undefined) return row;
  return { ...row, spans: row.spans.map((span) => ({ ...span, type: names[span.type] ?? span.type })) };
}

const baseName = (path: string): string => path.replace(/^.*[\\/]/, '');
