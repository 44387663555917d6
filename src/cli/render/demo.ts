/** The demo as text, readable in 80 columns. */
import type { EvidenceView, PassportView } from '@assay/client';
import type { Report } from '../../proof/report.ts';
import { toPlainText } from '../../proof/report.ts';
import type { DemoExchange } from '../demo/run-conversation.ts';
import { formatValue, isNotable } from './claim.ts';
import { paintVerdict, type Style } from './style.ts';
import { wrapText } from './table.ts';

const width = 80;
const indent = '   ';
const nameWidth = 11;

/** Announces the next part. */
export function renderDemoIntro(style: Style): string {
  const text =
    'Four conversations go through the gateway under the default policy. Auditors observe, Cedar decides, the attestor signs, the verifier checks.';
  return `${style.bold('Assay demo')}\n${wrapText(text, width).join('\n')}\n\n`;
}

/** One conversation and what came of it. */
export function renderExchange(number: number, exchange: DemoExchange, view: EvidenceView, style: Style): string {
  const { conversation, decision, received, answer, pieces, evidenceId } = exchange;
  const why = view.decision.messages.length === 0 ? '' : ` ${view.decision.messages.join(' ')}`;
  const arrived = received === conversation.text ? 'received it unchanged' : `received: ${received ?? ''}`;
  const lines: (readonly [string, string, ((text: string) => string)?])[] = [
    ['asked', conversation.text],
    ['claims', describeClaims(view)],
    ['decision', `${decision.toUpperCase()}${toChanges(view)}${why}`, (text) => paintVerdict(style, decision, text)],
    ['the model', received === undefined ? 'received nothing' : arrived],
    ['the client', pieces > 0 ? `got a stream: ${answer}` : `got: ${answer}`],
    ['evidence', evidenceId],
    ['verifier', describeVerdict(view), (text) => paintVerdict(style, view.trust_tier, text)],
  ];
  const body = lines.map(([name, text, paint]) => renderLine(name, text, paint)).join('');
  return `${style.bold(`${number}  ${conversation.title}`)}\n${body}\n`;
}

/** Renders a passport and the proof of its bundle. */
export function renderPassportCheck(
  passport: Pick<PassportView, 'passport_id' | 'status' | 'state' | 'evidence_count'>,
  offline: { readonly whole: Report; readonly tampered: Report },
  style: Style,
): string {
  const { passport_id: id, status, state, evidence_count: count } = passport;
  const found = offline.tampered.findings.find((finding) => finding.status === 'refused');
  const proven = offline.whole.findings.filter((finding) => finding.status === 'proven').length;
  const whole = offline.whole.ok
    ? `proven, all ${proven} checks`
    : `not proven: ${offline.whole.findings.find((finding) => finding.status !== 'proven')?.sentence ?? ''}`;
  const tampered = found === undefined ? 'not noticed' : `refused (${found.reason ?? 'wrong'})`;
  return [
    `${style.bold(`Passport ${toPlainText(id)}`)}\n`,
    renderLine('status', `${status}, ${state}`, (text) => paintVerdict(style, status, text)),
    renderLine('covers', `${count} evidence`),
    renderLine('offline', whole, offline.whole.ok ? style.green : style.red),
    renderLine('tampered', `one byte changed: ${tampered}`, found === undefined ? style.red : style.green),
    '\n',
  ].join('');
}

/** Renders the end. */
export function renderDemoEnd(surprises: readonly string[], style: Style): string {
  const note =
    '"warning" is the best status without hardware: a software key proves that it signed, but not where it runs.';
  const head = `${wrapText(note, width).join('\n')}\n\n`;
  if (surprises.length === 0) return `${head}${style.green('Everything came out as it should.')}\n`;
  return `${head}${style.red('Unexpected results:')}\n${surprises.map((line) => `  - ${toPlainText(line, 500)}\n`).join('')}`;
}

function describeClaims({ claims }: EvidenceView): string {
  const notable = claims.filter(isNotable);
  if (notable.length === 0) return `${claims.length} made, none stands out`;
  return [...new Set(notable.map(({ name, value }) => `${name} ${formatValue(value)}`))].join(' · ');
}

function toChanges(view: EvidenceView): string {
  const changed = [
    ...(view.redacted_request_hash === undefined ? [] : ['request']),
    ...(view.redacted_response_hash === undefined ? [] : ['answer']),
  ];
  return changed.length === 0 ? '.' : `, ${changed.join(' and ')} redacted.`;
}

function describeVerdict({ trust_tier: tier }: EvidenceView): string {
  return `${tier}: signature, claims and key attestation are valid`;
}

function renderLine(name: string, text: string, paint: (text: string) => string = (plain) => plain): string {
  const lines = wrapText(toPlainText(text, 600), width - indent.length - nameWidth);
  return lines.map((line, index) => `${indent}${(index === 0 ? name : '').padEnd(nameWidth)}${paint(line)}\n`).join('');
}
