/** `npm run eval:detect`: measures the auditors on rows outside their training; see the README of this folder. */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type CommandIo, chooseTasks, readOptions, runCommand, textOption, UsageError } from './command-line.ts';
import { toReportJson } from './evaluation/report.ts';
import { runEvaluation } from './evaluation/run-evaluation.ts';
import { tasks as allTasks, type NamedTask } from './tasks/all.ts';

const usage = `usage: npm run eval:detect -- --data DIR [--auditor NAME]... [--quick] [--out DIR] [--json]
       npm run eval:detect -- --file FILE --auditor NAME [--data DIR] [--out DIR] [--json]
  --data DIR      folder of labelled data
  --file FILE     a labelled file (text,label as CSV or JSON lines) in place of the development rows
  --auditor NAME  only this auditor; may be given several times
  --quick         leave out the sources that are judged by models trained without them
  --out DIR       write the reports, as text, JSON and plots, into this folder; docs/detection for the data
                  folder, nowhere for a file
  --json          print the report as JSON`;

export interface EvaluationEnvironment {
  readonly tasks: readonly NamedTask[];
  readonly repositoryRoot: string;
  /** Milliseconds from any origin. */
  readonly now: () => number;
}

/** Runs the command. @returns the exit code. */
export async function evaluationCommand(
  io: CommandIo,
  { tasks, repositoryRoot, now }: EvaluationEnvironment,
): Promise<number> {
  return runCommand(io, usage, async () => {
    const values = readOptions(io.args, {
      data: { type: 'string' },
      file: { type: 'string' },
      auditor: { type: 'string', multiple: true },
      quick: { type: 'boolean' },
      out: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    });
    if (values['help'] === true) {
      io.stdout.write(`${usage}\n`);
      return 0;
    }
    const [dataRoot, file, out] = [textOption(values, 'data'), textOption(values, 'file'), textOption(values, 'out')];
    const chosen = chooseTasks(tasks, values['auditor']);
    if (dataRoot === undefined && file === undefined) throw new UsageError('give --data or --file');
    if (file !== undefined && chosen.length !== 1) throw new UsageError('--file needs exactly one --auditor');
    const reportsFolder = out ?? (file === undefined ? join(repositoryRoot, 'docs', 'detection') : undefined);
    const json = values['json'] === true;
    const reports = await runEvaluation({
      tasks: chosen,
      repositoryRoot,
      now,
      quick: values['quick'] === true,
      // Standard output is reserved for the reports if a program reads it.
      print: (line) => void (json ? io.stderr : io.stdout).write(`${line}\n`),
      ...(dataRoot === undefined ? {} : { dataRoot }),
      ...(file === undefined ? {} : { file }),
      ...(reportsFolder === undefined ? {} : { out: reportsFolder }),
    });
    if (json) io.stdout.write(toJson(reports));
    return 0;
  });
}

const toJson = (reports: Parameters<typeof toReportJson>[0][]): string =>
  `[${reports.map((report) => toReportJson(report).trimEnd()).join(',\n')}]\n`;

const [, script] = process.argv;
if (script !== undefined && import.meta.url === pathToFileURL(script).href) {
  process.exitCode = await evaluationCommand(
    { args: process.argv.slice(2), stdout: process.stdout, stderr: process.stderr },
    {
      tasks: allTasks,
      repositoryRoot: fileURLToPath(new URL('..', import.meta.url)),
      now: () => performance.now(),
    },
  );
}
