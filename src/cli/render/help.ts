/** Help texts, generated from the command objects, so that help and command never differ. */
import type { Command, OptionSpec } from '../command.ts';
import { firstCommands, toAreas, wordsOf } from './help-groups.ts';
import type { Style } from './style.ts';
import { wrapText } from './table.ts';

export const programName = 'assay';
const width = 80;

/** What the exit codes mean for every command. */
export const exitCodeLines: readonly (readonly [string, string])[] = [
  ['0', 'success, or the answer is yes'],
  ['1', 'the answer is no: denied, wrong, unproven, a broken rule, not found'],
  ['2', 'wrong use'],
  ['3', 'a service cannot be reached, refuses the caller, or fails'],
  ['70', 'a bug in the program'],
  ['130', 'stopped by Ctrl-C (143: by SIGTERM)'],
];

/** Variables of every command. */
export const environmentLines: readonly (readonly [string, string])[] = [
  ['ASSAY_GATEWAY_URL', 'gateway, if --gateway is not given; else http://127.0.0.1:8300'],
  ['ASSAY_VERIFIER_URL', 'verifier, if --verifier is not given; else http://127.0.0.1:8200'],
  ['ASSAY_ACCESS_TOKEN', 'token to present, where the service asks for one'],
  ['ASSAY_API_KEY', 'API key to present instead'],
  ['ASSAY_ORGANIZATION', 'organisation to act for with the operator token; else default'],
  ['XDG_CONFIG_HOME', 'folder of assay/credentials.json, where logins are; else ~/.config'],
  ['ASSAY_DATA_DIR', 'data folder of services on this machine; else .assay'],
  ['NO_COLOR', 'set to any value: no colours'],
];

/** The help of the whole program. */
export function renderProgramHelp(commands: readonly Command[], style: Style): string {
  return [
    ...renderBeginning(commands, style),
    ...toAreas(commands).map(({ title, commands: own }) => section(style, title, alignRows(toRows(own)))),
    section(
      style,
      'Options',
      alignRows([
        ['-h, --help', 'show help'],
        ['--version', 'show the version'],
      ]),
    ),
    section(style, 'Environment', alignRows(environmentLines)),
    section(style, 'Exit codes', alignRows(exitCodeLines)),
  ].join('\n');
}

/** What a call without arguments shows: where to begin, and which words there are. */
export function renderShortHelp(commands: readonly Command[], style: Style): string {
  const rows = toAreas(commands).map((area) => [area.title, wordsOf(area).join(', ')] as const);
  return [
    ...renderBeginning(commands, style),
    section(style, 'Commands', alignRows(rows)),
    `${programName} --help lists all commands, ${programName} WORD --help those of a word.\n`,
  ].join('\n');
}

function renderBeginning(commands: readonly Command[], style: Style): string[] {
  const first = firstCommands.flatMap((name) => commands.filter((command) => command.name === name));
  return [
    `${style.bold(programName)} observes, decides on and proves the traffic between clients and models.\n`,
    section(style, 'Usage', [`  ${programName} COMMAND [OPTIONS]`, `  ${programName} COMMAND --help`]),
    ...(first.length === 0 ? [] : [section(style, 'Start here', alignRows(toRows(first)))]),
  ];
}

function toRows(commands: readonly Command[]): (readonly [string, string])[] {
  return commands.map(({ name, summary }) => [name, summary] as const);
}

/** The help of a group of commands, e.g. `evidence`. */
export function renderGroupHelp(group: string, commands: readonly Command[], style: Style): string {
  return [
    section(style, 'Usage', [`  ${programName} ${group} COMMAND [OPTIONS]`]),
    section(style, 'Commands', alignRows(toRows(commands))),
  ].join('\n');
}

/** The help of one command. */
export function renderCommandHelp(command: Command, style: Style): string {
  const options = optionRows(command.options);
  const details = (command.details ?? []).map((paragraph) => `\n${wrapText(paragraph, width).join('\n')}\n`);
  return [
    `${wrapText(command.summary, width).join('\n')}\n\n`,
    renderUsage(command, style),
    `\n${section(style, 'Options', alignRows([...options, ['-h, --help', 'show this help']]))}`,
    ...details,
  ].join('');
}

/** Renders the usage lines of a command, for wrong use. */
export function renderUsage(command: Command, style: Style): string {
  return section(
    style,
    'Usage',
    command.usage.map((line) => `  ${programName} ${line}`),
  );
}

/** Formats options with their descriptions. */
export function optionRows(options: Readonly<Record<string, OptionSpec>>): (readonly [string, string])[] {
  return Object.entries(options).map(([name, { short, value, multiple, description }]) => {
    const typed = `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
    return [typed, `${description}${multiple === true ? ' (may be repeated)' : ''}`];
  });
}

function section(style: Style, title: string, lines: readonly string[]): string {
  return `${style.bold(title)}\n${lines.join('\n')}\n`;
}

function alignRows(rows: readonly (readonly [string, string])[]): string[] {
  const column = Math.min(26, Math.max(...rows.map(([left]) => left.length)));
  return rows.flatMap(([left, right]) => {
    const [first = '', ...more] = wrapText(right, width - column - 4);
    const head =
      left.length > column
        ? [`  ${left}`, `  ${' '.repeat(column)}  ${first}`]
        : [`  ${left.padEnd(column)}  ${first}`];
    return [...head, ...more.map((line) => `  ${' '.repeat(column)}  ${line}`)];
  });
}
