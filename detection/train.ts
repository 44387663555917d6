/** `npm run train -- --data DIR`: rebuilds the shipped models; see the README of this folder. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type CommandIo, chooseTasks, readOptions, runCommand, textOption, UsageError } from './command-line.ts';
import { tasks as allTasks, type NamedTask } from './tasks/all.ts';
import { runTraining } from './training/run-training.ts';

const usage = `usage: npm run train -- --data DIR [--auditor NAME]... [--check]
  --data DIR      folder of labelled data
  --auditor NAME  only this auditor; may be given several times
  --check         write nothing; exit 1 unless the committed files are what the data give`;

/** Runs the command. @returns the exit code. */
export async function trainCommand(
  io: CommandIo,
  { tasks, repositoryRoot }: { readonly tasks: readonly NamedTask[]; readonly repositoryRoot: string },
): Promise<number> {
  return runCommand(io, usage, async () => {
    const values = readOptions(io.args, {
      data: { type: 'string' },
      auditor: { type: 'string', multiple: true },
      check: { type: 'boolean' },
      help: { type: 'boolean' },
    });
    const print = (line: string): void => void io.stdout.write(`${line}\n`);
    if (values['help'] === true) {
      print(usage);
      return 0;
    }
    const dataRoot = textOption(values, 'data');
    if (dataRoot === undefined) throw new UsageError('give --data');
    const check = values['check'] === true;
    const chosen = chooseTasks(tasks, values['auditor']);
    const same = await runTraining({ tasks: chosen, dataRoot, repositoryRoot, check, print });
    if (!same) print('The committed files differ from those that the data produce: run the command without --check.');
    return same ? 0 : 1;
  });
}

const [, script] = process.argv;
if (script !== undefined && import.meta.url === pathToFileURL(script).href) {
  process.exitCode = await trainCommand(
    { args: process.argv.slice(2), stdout: process.stdout, stderr: process.stderr },
    { tasks: allTasks, repositoryRoot: fileURLToPath(new URL('..', import.meta.url)) },
  );
}
