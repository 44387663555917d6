/**
 * Formats each event of the console as one line. Agents and models wrote much of it, so nothing in it may control the
 * terminal.
 */
import { toPlainText } from '../../proof/report.ts';
import type { Style } from '../render/style.ts';

/** An unchecked event. */
export interface ConsoleEvent {
  readonly type: string;
  readonly time: string;
  readonly data: Readonly<Record<string, unknown>>;
}

type Data = ConsoleEvent['data'];
interface Line {
  /** Status, decision or level. */
  readonly word: string;
  readonly text: string;
}

const wordWidth = 9;
const typeWidth = 16;
const maxText = 400;

export function renderEvent({ type, time, data }: ConsoleEvent, style: Style): string {
  const { word, text } = (lines.get(type) ?? unknownLine)(data);
  const plain = toPlainText(word).padEnd(wordWidth);
  const parts = [style.dim(toPlainText(time, 40)), toPlainText(type, 40).padEnd(typeWidth), paint(style, word)(plain)];
  return `${parts.join('  ')}  ${toPlainText(text.replaceAll(/\s*[\r\n]+\s*/g, ' '), maxText)}`.trimEnd();
}

/** A map, because a type may have any name, such as `constructor`. */
const lines: ReadonlyMap<string, (data: Data) => Line> = new Map(
  Object.entries({
    'agent.log': (data: Data) => ({
      word: text(data['level']),
      text: join([text(data['code']), text(data['message']), fieldsOf(data['fields'])]),
    }),
    'tool.call': (data: Data) => ({
      word: text(data['status']),
      text: join([text(data['server']), text(data['tool']), latency(data), errorOf(data)]),
    }),
    'model.invocation': (data: Data) => ({
      word: text(data['status']),
      text: join([text(data['model_id']), tokens(data), latency(data), text(data['finish_reason']), errorOf(data)]),
    }),
    'auditor.decision': (data: Data) => ({ word: text(data['decision']), text: decision(data) }),
  }),
);

const unknownLine = (data: Data): Line => ({ word: '', text: JSON.stringify(data) });

function decision(data: Data): string {
  const wouldBe = text(data['would_decide']);
  return join([
    text(data['phase']),
    data['mode'] === 'observe' ? `observed${wouldBe === '' ? '' : `, would ${wouldBe}`}` : '',
    listOf(data['responses']).join(','),
    listOf(data['reasons']).join('; '),
    text(data['policy_id']),
    text(data['evidence_id']),
  ]);
}

function tokens(data: Data): string {
  const [input, output] = [data['input_tokens'], data['output_tokens']];
  return input === undefined && output === undefined ? '' : `${text(input) || '?'} in, ${text(output) || '?'} out`;
}

function latency(data: Data): string {
  const ms = data['latency_ms'];
  return typeof ms === 'number' ? `${Math.round(ms)} ms` : '';
}

function errorOf(data: Data): string {
  const error: unknown = data['error'];
  if (typeof error !== 'object' || error === null) return '';
  return join([text(Reflect.get(error, 'code')), text(Reflect.get(error, 'message'))]);
}

function fieldsOf(fields: unknown): string {
  return typeof fields === 'object' && fields !== null && Object.keys(fields).length > 0 ? JSON.stringify(fields) : '';
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))) : [];
}

function join(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('  ');
}

function paint(style: Style, word: string): (text: string) => string {
  if (['succeeded', 'allow'].includes(word)) return style.green;
  if (['failed', 'denied', 'deny', 'error'].includes(word)) return style.red;
  if (['warn', 'awaiting_approval'].includes(word)) return style.yellow;
  return (same) => same;
}
