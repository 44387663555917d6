/** The main program: it finds the command, shows help, and turns every outcome into an exit code. */
import { type Command, type CommandIo, exitCodes } from './command.ts';
import { toFailure } from './failure.ts';
import { nearestName } from './nearest-name.ts';
import {
  programName,
  renderCommandHelp,
  renderGroupHelp,
  renderProgramHelp,
  renderShortHelp,
  renderUsage,
} from './render/help.ts';
import { createStyle, type Style } from './render/style.ts';
import { toTerminal } from './render/terminal.ts';
import { createAnswerLog, explainAbsence } from './whole-answers.ts';

export interface CliOptions {
  readonly commands: readonly Command[];
  readonly version: string;
  /** `args` are the arguments after the program's name. */
  readonly io: CommandIo;
}

/** Runs one call of the program. Never throws. */
export async function runCli({ commands, version, io: given }: CliOptions): Promise<number> {
  const io = { ...given, stdout: toTerminal(given.stdout), stderr: toTerminal(given.stderr) };
  const style = createStyle(io.color);
  const errorStyle = createStyle(io.color && io.stderr.isTTY === true);
  const [first] = io.args;
  if (first === '--version') {
    io.stdout.write(`${programName} ${version}\n`);
    return exitCodes.ok;
  }
  if (first === undefined) {
    io.stderr.write(renderShortHelp(commands, errorStyle));
    return exitCodes.usage;
  }
  if (first === '--help' || first === '-h') {
    io.stdout.write(renderProgramHelp(commands, style));
    return exitCodes.ok;
  }
  if (first === 'help') return runCli({ commands, version, io: { ...io, args: [...io.args.slice(1), '--help'] } });

  const command = findCommand(commands, io.args);
  if (command !== undefined) return runCommand(command, io, { style, errorStyle });
  return refuseName(commands, io, { style, errorStyle });
}

/** Finds the command in the arguments, if any. */
export function findCommand(commands: readonly Command[], args: readonly string[]): Command | undefined {
  return commands.find(({ name }) => args.slice(0, name.split(' ').length).join(' ') === name);
}

interface Styles {
  readonly style: Style;
  /** Standard error may be a file while standard output is a terminal. */
  readonly errorStyle: Style;
}

async function runCommand(command: Command, io: CommandIo, { style, errorStyle }: Styles): Promise<number> {
  const args = io.args.slice(command.name.split(' ').length);
  if (asksForHelp(args)) {
    io.stdout.write(renderCommandHelp(command, style));
    return exitCodes.ok;
  }
  const answers = createAnswerLog();
  try {
    return await command.run({ ...io, args, answers });
  } catch (error) {
    if (io.signal?.aborted === true) return exitCodes.interrupted;
    const failure = toFailure(explainAbsence(error, answers));
    io.stderr.write(`${errorStyle.red('error')}: ${failure.text}\n`);
    if (failure.isUsage) {
      io.stderr.write(`\n${renderUsage(command, errorStyle)}`);
      io.stderr.write(`See ${programName} ${command.name} --help.\n`);
    }
    return failure.exitCode;
  }
}

/** Arguments after `--` are never options. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const options = end === -1 ? args : args.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}

function refuseName(commands: readonly Command[], io: CommandIo, { style, errorStyle }: Styles): number {
  const groupOf = (words: number) => {
    const start = `${io.args.slice(0, words).join(' ')} `;
    return commands.filter(({ name }) => name.startsWith(start));
  };
  const words = [3, 2].find((count) => io.args.length >= count && groupOf(count).length > 0) ?? 1;
  const [group, first, second] = [groupOf(words), io.args.slice(0, words).join(' '), io.args[words]];
  if (group.length > 0 && (second === '--help' || second === '-h')) {
    io.stdout.write(renderGroupHelp(first, group, style));
    return exitCodes.ok;
  }
  const isNamed = group.length > 0 && second !== undefined;
  const typed = isNamed ? `${first} ${second}` : first;
  if (group.length > 0 && !isNamed) {
    io.stderr.write(renderGroupHelp(first, group, errorStyle));
    return exitCodes.usage;
  }
  const names = commands.flatMap(({ name }) => name.split(' ').map((_, at, words) => words.slice(0, at + 1).join(' ')));
  const nearest = nearestName(typed, names);
  const what = first.startsWith('-') ? 'option' : 'command';
  const hint = nearest === undefined ? '' : ` Did you mean ${programName} ${nearest}?`;
  io.stderr.write(`${errorStyle.red('error')}: Unknown ${what} ${JSON.stringify(typed)}.${hint}\n`);
  io.stderr.write(`See ${programName} --help.\n`);
  return exitCodes.usage;
}
