/** The areas in which help lists the commands, by the first word of their names. */
import type { Command } from '../command.ts';

/** Commands of a first hour, in this order. */
export const firstCommands: readonly string[] = [
  'start',
  'demo',
  'evaluate',
  'evidence list',
  'passport export',
  'verify',
  'auditor new',
  'doctor',
];

const areas: readonly (readonly [title: string, words: readonly string[]])[] = [
  ['Run', ['start', 'status', 'stop', 'demo', 'doctor', 'gateway', 'backup', 'restore', 'secrets', 'completion']],
  ['Judge and prove', ['evaluate', 'evidence', 'passport', 'verify', 'receipts', 'attestation', 'collateral', 'scan']],
  ['Watch', ['console', 'stats', 'feedback', 'audit', 'webhook', 'telemetry']],
  ['Auditors and policies', ['auditor', 'policy', 'preset', 'settings', 'apply', 'diff', 'export']],
  ['Agents', ['workspace', 'agent', 'sidecar', 'environment', 'render', 'lifecycle', 'review', 'spiffe', 'workflow']],
  ['Tools and delegation', ['app', 'tool', 'mcp', 'credential', 'delegation', 'approval', 'token']],
  ['Registries', ['registry']],
  ['People and access', ['login', 'logout', 'whoami', 'org', 'member', 'person', 'key']],
];

export interface Area {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** Every command once, in areas. One whose first word no area has is in `More`. */
export function toAreas(commands: readonly Command[]): readonly Area[] {
  const wordOf = ({ name }: Command) => name.split(' ', 1)[0] ?? '';
  const known = new Set(areas.flatMap(([, words]) => words));
  const named = areas.map(([title, words]) => ({
    title,
    commands: words.flatMap((word) => commands.filter((command) => wordOf(command) === word)),
  }));
  const rest = { title: 'More', commands: commands.filter((command) => !known.has(wordOf(command))) };
  return [...named, rest].filter((area) => area.commands.length > 0);
}

/** The first words of an area, each once. */
export function wordsOf({ commands }: Area): readonly string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ', 1)[0] ?? ''))];
}
