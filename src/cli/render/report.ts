/** Renders a report of `assay verify`: the verdict first, then wrong or missing parts, then proven ones. */
import { explainArtefact, explainReason, summariseReport } from '../../proof/explain.ts';
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

/** More proven findings of one kind are counted instead of listed. */
const maxListed = 12;
const marks: Readonly<Record<FindingStatus, { mark: string; color: number; word: string }>> = {
  refused: { mark: '✗', color: 31, word: 'wrong' },
  unproven: { mark: '?', color: 33, word: 'not proven' },
  proven: { mark: '✓', color: 32, word: 'proven' },
};

/** Prints a report. */
export function renderReport(report: Report, frame: ReportFrame): string {
  const paint = (text: string, code: number) => (frame.color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const lines = [`${toPlainText(frame.file)}: ${frame.artefact}`, paint(summariseReport(report), toColor(report)), ''];
  for (const status of ['refused', 'unproven', 'proven'] as const) {
    const own = report.findings.filter((finding) => finding.status === status);
    lines.push(...(status === 'proven' ? fold(own) : own).map((finding) => toLine(finding, paint, frame.explain)));
  }
  lines.push('', ...[...report.notes, ...frame.anchors].map((note) => `  · ${toPlainText(note, 500)}`));
  lines.push(`  · Checked as of ${frame.evaluatedAt}.`);
  if (frame.explain) lines.push('', ...explainArtefact(frame.artefact).map((line) => `  ${line}`));
  return `${lines.join('\n')}\n`;
}

function toColor({ ok, findings }: Report): number {
  if (ok) return marks.proven.color;
  return findings.some((finding) => finding.status === 'refused') ? marks.refused.color : marks.unproven.color;
}

function toLine(finding: Finding, paint: (text: string, code: number) => string, explain: boolean): string {
  const { mark, color, word } = marks[finding.status];
  const reason = finding.reason === undefined ? '' : ` [${finding.reason}]`;
  const line = `  ${paint(`${mark} ${word}`, color)}  ${toPlainText(finding.subject, 200)}: ${toPlainText(finding.sentence, 1000)}${reason}`;
  if (!explain || finding.reason === undefined) return line;
  return `${line}\n      ${explainReason(finding.reason)}`;
}

/** Lists the first of many similar ones, and counts the rest. */
function fold(findings: readonly Finding[]): Finding[] {
  const kinds = new Map<string, Finding[]>();
  for (const finding of findings) {
    const kind = finding.subject.split(' ', 1)[0] ?? '';
    kinds.set(kind, [...(kinds.get(kind) ?? []), finding]);
  }
  return [...kinds].flatMap(([kind, list]) => {
    if (list.length <= maxListed) return list;
    const rest = list.length - maxListed;
    return [...list.slice(0, maxListed), { subject: kind, status: 'proven', sentence: `… and ${rest} more.` } as const];
  });
}
