/** Runs the training of the auditors: gate, training, files; or compares the result with the committed files. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type DataFolder, openDataFolder } from '../data/folder.ts';
import { assertNoOverlap, countBySource, encodeTrainedRows } from '../data/overlap.ts';
import type { DetectionTask, TrainedFile } from '../task.ts';
import type { NamedTask } from '../tasks/all.ts';

export interface TrainingOptions {
  readonly tasks: readonly NamedTask[];
  /** Folder of labelled data. */
  readonly dataRoot: string;
  /** Root of the written files. */
  readonly repositoryRoot: string;
  /** Only check that the committed files match the data. */
  readonly check: boolean;
  readonly print: (line: string) => void;
}

/** Path of an auditor's training hashes, below the repository's root. */
export function trainedRowsPath(auditor: string): string {
  return `detection/trained-rows/${auditor}.bin`;
}

/**
 * Trains the auditors one after the other.
 *
 * @returns false if `check` found a different file.
 * @throws Error if measurement rows were trained on.
 */
export async function runTraining({
  tasks,
  dataRoot,
  repositoryRoot,
  check,
  print,
}: TrainingOptions): Promise<boolean> {
  let same = true;
  for (const { load } of tasks) {
    const task = await load();
    // The model card lists the files read by the training, so the gate uses separate folders.
    const data = openDataFolder(dataRoot);
    print(`${task.auditor}:`);
    const files = await trainOne(task, { data, dataRoot, print });
    for (const { path, sha256, rows } of data.filesRead()) print(`  read ${sha256} ${rows} rows ${path}`);
    if (files === undefined) print('  only rules, so nothing is trained');
    for (const file of files ?? []) {
      const target = join(repositoryRoot, file.path);
      const verb = check ? await compare(target, file) : await write(target, file);
      if (verb === 'DIFFERS') same = false;
      print(`  ${verb} ${hashOf(file.bytes)} ${file.bytes.length} bytes ${file.path}`);
    }
  }
  return same;
}

async function trainOne(
  task: DetectionTask,
  { data, dataRoot, print }: { data: DataFolder; dataRoot: string; print: (line: string) => void },
): Promise<readonly TrainedFile[] | undefined> {
  if (task.train === undefined) return undefined;
  const training = await task.trainingRows(openDataFolder(dataRoot));
  const development = await task.developmentRows(openDataFolder(dataRoot));
  assertNoOverlap(task.auditor, training, development);
  print(`  ${training.length} rows for training; none of them is among the ${development.length} development rows`);
  for (const [source, count] of countBySource(training)) print(`    ${count} ${source}`);
  const files = await task.train(data, (message) => print(`  ${message}`));
  return [...files, { path: trainedRowsPath(task.auditor), bytes: encodeTrainedRows(training) }];
}

async function write(target: string, { bytes }: TrainedFile): Promise<string> {
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, bytes);
  return 'wrote';
}

async function compare(target: string, { bytes }: TrainedFile): Promise<string> {
  const committed = await readFile(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return committed?.equals(bytes) === true ? 'same' : 'DIFFERS';
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
