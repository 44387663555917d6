/** Lines of the live console, made from events of the stream, and the filters over them. */
import type { ServerEvent } from '@assay/client';

export const lineTypes = ['auditor.decision', 'model.invocation', 'tool.call', 'agent.log'] as const;
export type LineType = (typeof lineTypes)[number];
export const levels = ['debug', 'info', 'warn', 'error'] as const;
export type Level = (typeof levels)[number];

export interface ConsoleLine {
  readonly id: string;
  readonly type: string;
  /** RFC 3339. */
  readonly time: string;
  /** Of lines of the log only. */
  readonly level: Level | undefined;
  /** One word: what was decided or how the call stands. */
  readonly word: string;
  readonly text: string;
  /** The exchange that it is about. */
  readonly evidenceId: string | undefined;
  readonly approvalId: string | undefined;
  /** The whole event. */
  readonly data: unknown;
}

type Members = Readonly<Record<string, unknown>>;

/** Undefined for an event that is no line, such as a heartbeat without a gap. */
export function toLine({ event, id, data }: ServerEvent): ConsoleLine | undefined {
  const whole = parse(data);
  const inner = membersOf(whole['data']);
  const gap = membersOf(inner['gap']);
  const time = textOf(whole['time']);
  if (event === 'heartbeat') {
    if (inner['gap'] === undefined) return undefined;
    const range = [textOf(gap['from']), textOf(gap['to'])];
    return {
      id: `gap ${range.join('-')}`,
      type: 'gap',
      time,
      level: undefined,
      word: '',
      text: range.join(' '),
      evidenceId: undefined,
      approvalId: undefined,
      data: whole,
    };
  }
  if (id === undefined) return undefined;
  const fields = membersOf(inner['fields']);
  return {
    id,
    type: event,
    time,
    level: event === 'agent.log' ? (levels.find((level) => level === inner['level']) ?? 'info') : undefined,
    word: wordOf(event, inner),
    text: sentenceOf(event, inner),
    evidenceId: given(inner['evidence_id']) ?? given(inner['invocation_id']),
    approvalId: given(inner['approval_id']) ?? given(fields['approval_id']),
    data: whole,
  };
}

/** Where the stream goes on after a heartbeat, which has no id of its own. */
export function placeOf({ event, data }: ServerEvent): string | undefined {
  return event === 'heartbeat' ? given(membersOf(parse(data)['data'])['last_id']) : undefined;
}

export interface LineFilter {
  /** All if empty. */
  readonly types: readonly string[];
  readonly level: Level | undefined;
  /** In lower case; everything if empty. */
  readonly find: string;
}

export function toLineFilter(search: { types?: string; level?: string; find?: string }): LineFilter {
  return {
    types: (search.types ?? '').split(',').filter((type) => lineTypes.some((known) => known === type)),
    level: levels.find((level) => level === search.level),
    find: (search.find ?? '').toLowerCase(),
  };
}

export function lineFits({ type, level, word, text, id, time }: ConsoleLine, filter: LineFilter): boolean {
  if (type === 'gap') return true;
  if (filter.types.length > 0 && !filter.types.includes(type)) return false;
  if (filter.level !== undefined && level !== undefined && levels.indexOf(level) < levels.indexOf(filter.level)) {
    return false;
  }
  return filter.find === '' || `${id} ${time} ${type} ${word} ${text}`.toLowerCase().includes(filter.find);
}

/** The lines that fit; the same list where no filter is set. */
export function linesThatFit(lines: readonly ConsoleLine[], filter: LineFilter): readonly ConsoleLine[] {
  if (filter.types.length === 0 && filter.level === undefined && filter.find === '') return lines;
  return lines.filter((line) => lineFits(line, filter));
}

/** How many lines came after the one that was the newest when the view was paused. */
export function newerThan(lines: readonly ConsoleLine[], last: string | undefined): number {
  if (last === undefined) return lines.length;
  const place = lines.findLastIndex(({ id }) => id === last);
  return lines.length - 1 - place;
}

function wordOf(type: string, data: Members): string {
  if (type === 'auditor.decision') return textOf(data['decision']);
  return type === 'agent.log' ? textOf(data['level']) : textOf(data['status']);
}

function sentenceOf(type: string, data: Members): string {
  const parts: Readonly<Record<string, readonly unknown[]>> = {
    'auditor.decision': [
      data['phase'],
      listOf(data['reasons']),
      listOf(data['responses']),
      duration(data['latency_ms']),
    ],
    'model.invocation': [data['model_id'], tokens(data), duration(data['latency_ms']), errorOf(data)],
    'tool.call': [
      `${textOf(data['server'])}/${textOf(data['tool'])}`,
      data['arguments_preview'],
      duration(data['latency_ms']),
      errorOf(data),
    ],
    'agent.log': [data['message']],
  };
  return (parts[type] ?? [])
    .map(textOf)
    .filter((part) => part !== '')
    .join('  ');
}

function tokens({ input_tokens: input, output_tokens: output }: Members): string {
  return typeof input === 'number' && typeof output === 'number' ? `${input} → ${output} tokens` : '';
}

function errorOf({ error }: Members): string {
  const { code, message } = membersOf(error);
  return [textOf(code), textOf(message)].filter((part) => part !== '').join(': ');
}

function duration(ms: unknown): string {
  return typeof ms === 'number' ? `${Math.round(ms)} ms` : '';
}

function listOf(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(', ') : '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

function given(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** An event that is no JSON stays visible as an empty one. */
function parse(text: string): Members {
  try {
    return membersOf(JSON.parse(text));
  } catch {
    return { unreadable: text };
  }
}
