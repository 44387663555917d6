/**
 * Generates the reference page of the CLI (`docs/cli.md`) from the command objects. A test keeps the committed copy
 * current.
 */
import type { Command } from '../command.ts';
import { environmentLines, exitCodeLines, optionRows, programName } from './help.ts';
import { firstCommands, toAreas } from './help-groups.ts';

/** Renders the whole page. */
export function renderMarkdown(commands: readonly Command[]): string {
  return [
    '# The command line',
    'Generated from the commands; `npx vitest run src/cli -u` renews it.',
    `In the repository: \`npx ${programName} COMMAND\`. \`--help\` works everywhere. Colours appear on a terminal only.`,
    '## Start here',
    toList(firstCommands.flatMap((name) => commands.filter((command) => command.name === name))),
    '## Commands',
    ...toAreas(commands).flatMap(({ title, commands: own }) => [`### ${title}`, toList(own)]),
    '## Exit codes',
    toTable(['code', 'meaning'], exitCodeLines),
    '## Environment',
    toTable(
      ['variable', 'meaning'],
      environmentLines.map(([name, meaning]) => [`\`${name}\``, meaning] as const),
    ),
    ...commands.map(renderCommand),
  ]
    .join('\n\n')
    .concat('\n');
}

function toList(commands: readonly Command[]): string {
  return commands.map(({ name, summary }) => `- [\`${name}\`](#${toAnchor(name)}): ${summary}`).join('\n');
}

function renderCommand(command: Command): string {
  const rows = optionRows(command.options).map(([name, meaning]) => [`\`${name}\``, meaning] as const);
  return [
    `## ${command.name}`,
    `${command.summary}`,
    `\`\`\`\n${command.usage.map((line) => `${programName} ${line}`).join('\n')}\n\`\`\``,
    ...(rows.length === 0 ? [] : [toTable(['option', 'meaning'], rows)]),
    ...(command.details ?? []),
  ].join('\n\n');
}

function toTable(head: readonly [string, string], rows: readonly (readonly [string, string])[]): string {
  const line = ([left, right]: readonly [string, string]) => `| ${escapeCell(left)} | ${escapeCell(right)} |`;
  return [line(head), '|---|---|', ...rows.map(line)].join('\n');
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function toAnchor(name: string): string {
  return name.replaceAll(' ', '-');
}
