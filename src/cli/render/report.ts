/** Renders a report of `assay verify`: the verdict first, then wrong or missing parts, then proven ones. */
import { explainArtefact, explainReason, explainTier, summariseReport } from '../../proof/explain.ts';
import { type Finding, type FindingStatus, type Report, toPlainText } from '../../proof/report.ts';

export interface ReportFrame {
  readonly file: string;
  /** Kind of artefact, in words. */
  readonly artefact: string;
  /** RFC 3339. */
  readonly evaluatedAt: string;
  readonly anchors: readonly string[];
  readonly color: boolean;
  readonly explain: boolean;
}

const maxLines = 10;
const marks: Readonly<Record<FindingStatus, { mark: string; color: number; word: string }>> = {
  refused: { mark: '✗', color: 31, word: 'wrong' },
  unproven: { mark: '?', color: 33, word: 'not proven' },
  proven: { mark: '✓', color: 32, word: 'proven' },
};
const order: readonly FindingStatus[] = ['refused', 'unproven', 'proven'];

/** Prints every check, each once, and every note. */
export function renderReport(report: Report, frame: ReportFrame): string {
  const paint = painterOf(frame);
  const lines = [...headOf(report, frame), ''];
  lines.push(...sorted(report).map((finding) => toLine(finding, paint, frame.explain)));
  const notes = [...report.notes, ...frame.anchors, `Checked as of ${frame.evaluatedAt}.`];
  lines.push(...explainTiers(report, paint), '', ...notes.map((note) => `  · ${toPlainText(note, 500)}`));
  if (frame.explain) lines.push('', ...explainArtefact(frame.artefact).map((line) => `  ${line}`));
  return `${lines.join('\n')}\n`;
}

/** Prints at most ten lines: what is wrong or missing, one line for each kind of proven check, and why it is a warning. */
export function renderSummary(report: Report, frame: ReportFrame): string {
  const paint = painterOf(frame);
  const warnings = explainTiers(report, paint);
  const explained = warnings.join(' ').toLowerCase();
  const isSaid = (note: string) => explained.includes(note.replace(/\.$/, '').toLowerCase());
  const others = report.notes.filter((note) => warnings.length === 0 || !(isOfPassport(note) || isSaid(note)));
  const notes = [others, frame.anchors].filter((list) => list.length > 0).map((list) => list.join(' '));
  const all = sorted(report);
  const tail = [
    ...warnings,
    ...notes.map((note) => `  · ${toPlainText(note, 1000)}`),
    `  · Checked as of ${frame.evaluatedAt}. assay verify -v lists all checks.`,
  ];
  const head = headOf(report, frame);
  const shown = oneOfEachKind(all).slice(0, maxLines - head.length - tail.length - 1);
  const hidden = all.filter((finding) => !shown.some((group) => group.includes(finding)));
  const lines = shown.map((group) => toGroupLine(group, paint));
  return `${[...head, '', ...lines, ...countHidden(hidden, paint), ...tail].join('\n')}\n`;
}

type Paint = (text: string, code: number) => string;

function painterOf({ color }: ReportFrame): Paint {
  return (text, code) => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
}

function headOf(report: Report, frame: ReportFrame): string[] {
  const verdict = painterOf(frame)(summariseReport(report), toColor(report));
  return [`${toPlainText(frame.file)}: ${frame.artefact}`, verdict];
}

function toColor({ ok, findings }: Report): number {
  if (ok) return marks.proven.color;
  return findings.some((finding) => finding.status === 'refused') ? marks.refused.color : marks.unproven.color;
}

/** Wrong ones first; what a bundle and the data folder both have is one check. */
function sorted({ findings }: Report): Finding[] {
  const unique = [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
  return order.flatMap((status) => unique.filter((finding) => finding.status === status));
}

/** Wrong and missing parts stay apart; proven ones are joined by the first word of their subject. */
function oneOfEachKind(findings: readonly Finding[]): Finding[][] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const kind = finding.status === 'proven' ? kindOf(finding) : `${finding.subject}: ${finding.sentence}`;
    groups.set(kind, [...(groups.get(kind) ?? []), finding]);
  }
  // What became of the passport was asked for with --status, so it is never among the counted ones.
  const byStatus = (group: readonly Finding[]) => (group.some((one) => kindOf(one) === 'status') ? 0 : 1);
  const isOpen = (group: readonly Finding[]) => (group.some(({ status }) => status !== 'proven') ? 0 : 1);
  return [...groups.values()].toSorted((a, b) => isOpen(a) - isOpen(b) || byStatus(a) - byStatus(b));
}

function kindOf({ subject }: Finding): string {
  return subject.split(' ', 1)[0] ?? '';
}

function toGroupLine(group: readonly Finding[], paint: Paint): string {
  const [first] = group;
  if (first === undefined) return '';
  const more = group.length === 1 ? '' : ` (and ${group.length - 1} more about ${kindOf(first)})`;
  return `${toLine(first, paint, false)}${more}`;
}

function countHidden(hidden: readonly Finding[], paint: Paint): string[] {
  const parts = order.flatMap((status) => {
    const own = hidden.filter((finding) => finding.status === status);
    const kinds = [...new Set(own.map(kindOf))].map((kind) => toPlainText(kind, 40)).join(', ');
    return own.length === 0 ? [] : [`${paint(marks[status].mark, marks[status].color)} ${own.length} more (${kinds})`];
  });
  return parts.length === 0 ? [] : [`  ${parts.join(', ')}`];
}

function toLine(finding: Finding, paint: Paint, explain: boolean): string {
  const { mark, color, word } = marks[finding.status];
  const reason = finding.reason === undefined ? '' : ` [${finding.reason}]`;
  const line = `  ${paint(`${mark} ${word}`, color)}  ${toPlainText(finding.subject, 200)}: ${toPlainText(finding.sentence, 1000)}${reason}`;
  if (!explain || finding.reason === undefined) return line;
  return `${line}\n      ${explainReason(finding.reason)}`;
}

const passportNote = /^The passport notes \([^)]*\): /;

function isOfPassport(note: string): boolean {
  return passportNote.test(note);
}

/** Says what the status of a passport means, with what the verifier noted. */
function explainTiers({ findings, notes }: Report, paint: Paint): string[] {
  const tiers = new Set(findings.flatMap(({ tier }) => tier ?? []));
  const noted = notes.filter(isOfPassport).map((note) => note.replace(passportNote, ''));
  const reasons = noted.filter((note) => !/^\d+ exchanges: /.test(note));
  const why = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
  return [...tiers].flatMap((tier) => {
    const meaning = explainTier(tier);
    return meaning === undefined ? [] : [`  ${paint('!', 33)} Status ${toPlainText(`${meaning}${why}`, 1000)}.`];
  });
}
