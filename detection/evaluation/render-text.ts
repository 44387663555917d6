/** Renders a report as Markdown whose tables also read as plain text. */
import type { Latency } from './latency.ts';
import type { Breakdown, Measure } from './rates.ts';
import type { Headline, OperatingLine, Report } from './report.ts';
import type { SpanMeasures, SpanRates } from './spans.ts';

/** Renders the whole report. @param plots Plot files to include. */
export function renderReport(report: Report, plots: readonly string[] = []): string {
  const { overall } = report;
  const sections = [
    `# ${report.auditor}`,
    `Measured on ${report.measured_on}: in all ${overall.rows} rows, ${overall.positives} of them positive. Brackets hold 95 % intervals.`,
    ...leftOut(report),
    headlineTable(report),
    ...plots.map((file) => `![${file}](${file})`),
    ...titled('Thresholds', report.operating_points, (points) =>
      table(['False positives', 'Threshold', 'Recall'], points.map(operatingCells)),
    ),
    ...titled('By source', report.by_source, breakdownTable),
    ...titled('By category', report.by_category, breakdownTable),
    ...titled('By language', report.by_language, breakdownTable),
    ...titled('Scores of categories', report.by_head, (heads) =>
      table(
        ['Score', 'Rows', 'Positive', 'ROC-AUC', 'AUPRC'],
        heads.map(({ name, rows, positives, auc, auprc }) => [
          name,
          String(rows),
          String(positives),
          measureText(auc),
          measureText(auprc),
        ]),
      ),
    ),
    ...titled('Spans', report.spans, spanTable),
    ...report.spans_by_source.flatMap(({ source, spans }) => titled(`Spans of ${source}`, spans, spanTable)),
    ...titled('Calibration', report.calibration?.bins ?? [], (bins) =>
      table(
        ['Score from', 'Rows', 'Mean score', 'Share positive'],
        bins.map((bin) => [
          bin.from.toFixed(1),
          String(bin.rows),
          numberText(bin.mean_score),
          numberText(bin.observed),
        ]),
      ),
    ),
    '## Latency',
    'Milliseconds for one text on the machine that wrote this page, through the handler that a gateway calls; the least of three runs.',
    table(
      ['Texts', 'Number', 'Mean length', 'p50', 'p90', 'p99'],
      [
        latencyCells('as they are', report.latency.natural),
        latencyCells('4,000 characters', report.latency.characters_4000),
      ],
    ),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Shows the measures of all rows beside those of rows that others wrote. */
function headlineTable(report: Report): string {
  const columns: readonly Headline[] = report.others === null ? [report] : [report, report.others];
  const threshold = report.shipped_threshold === null ? '-' : String(report.shipped_threshold);
  const line = (name: string, cell: (headline: Headline) => string): string[] => [name, ...columns.map(cell)];
  return table(
    ['Measure', 'All rows', ...(columns.length > 1 ? ['Without texts of ours'] : [])],
    [
      line('rows, of them positive', ({ overall: { rows, positives } }) => `${rows}, ${positives}`),
      line('ROC-AUC', ({ overall }) => measureText(overall.auc)),
      line('AUPRC', ({ auprc }) => measureText(auprc)),
      line('recall at 1 % false positives', (headline) => measureText(recallAt(headline, 0.01))),
      line('shipped threshold', () => threshold),
      line('recall at the shipped threshold', ({ overall }) => percentText(overall.recall)),
      line('false positives at the shipped threshold', ({ overall }) => percentText(overall.false_positive_rate)),
      line('accuracy at the shipped threshold', ({ overall }) => percentText(overall.accuracy)),
      line('expected calibration error', ({ calibration }) => numberText(calibration?.expected_calibration_error)),
      line('Brier score', ({ calibration }) => numberText(calibration?.brier_score)),
    ],
  );
}

/** A table whose columns are aligned. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const escaped = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')));
  const widths = head.map((title, index) =>
    Math.max(3, title.length, ...escaped.map((row) => (row[index] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, index) => (cells[index] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...escaped.map(line)].join('\n');
}

/** Renders a section; empty without items. */
function titled<T>(title: string, items: readonly T[], render: (items: readonly T[]) => string): string[] {
  return items.length === 0 ? [] : [`## ${title}`, render(items)];
}

function leftOut({ left_out: parts }: Report): string[] {
  if (parts.length === 0) return [];
  const total = parts.reduce((sum, { rows }) => sum + rows, 0);
  return [
    `Left out: ${total} rows that were trained on (${parts.map(({ source, rows }) => `${rows} of ${source}`).join(', ')}).`,
  ];
}

const breakdownTable = (lines: readonly Breakdown[]): string =>
  table(
    ['Part', 'Rows', 'Positive', 'ROC-AUC', 'Recall', 'False positives'],
    lines.map(({ name, rows, positives, auc, recall, false_positive_rate: alarms }) => [
      name,
      String(rows),
      String(positives),
      measureText(auc),
      percentText(recall),
      percentText(alarms),
    ]),
  );

const spanTable = (lines: readonly SpanMeasures[]): string =>
  table(
    ['Type', 'Marked', 'Found', 'Exact P / R / F2', 'Overlapping P / R / F2'],
    lines.map(({ type, expected, found, exact, overlapping }) => [
      type,
      String(expected),
      String(found),
      ratesText(exact),
      ratesText(overlapping),
    ]),
  );

function operatingCells({ at_false_positive_rate: rate, threshold, recall }: OperatingLine): string[] {
  return [`${(rate * 100).toFixed(1)} %`, threshold === null ? 'none' : threshold.toFixed(4), measureText(recall)];
}

function latencyCells(name: string, latency: Latency | null): string[] {
  if (latency === null) return [name, '0'];
  const { texts, mean_characters: length, p50_ms: p50, p90_ms: p90, p99_ms: p99 } = latency;
  return [name, String(texts), String(length), p50.toFixed(3), p90.toFixed(3), p99.toFixed(3)];
}

function recallAt(headline: Headline, rate: number): Measure | undefined {
  return headline.operating_points.find((point) => point.at_false_positive_rate === rate)?.recall;
}

const ratesText = ({ precision, recall, f2 }: SpanRates): string =>
  [precision, recall, f2].map((value) => (value === null ? '-' : value.toFixed(3))).join(' / ');

const numberText = (value: number | undefined): string => (value === undefined ? '-' : value.toFixed(3));

function measureText(measure: Measure | undefined): string {
  if (measure === undefined) return '-';
  const { value, interval } = measure;
  return interval === undefined
    ? value.toFixed(3)
    : `${value.toFixed(3)} [${interval[0].toFixed(3)}, ${interval[1].toFixed(3)}]`;
}

function percentText(measure: Measure | undefined): string {
  if (measure === undefined) return '-';
  const { value, interval } = measure;
  const percent = (share: number): string => (share * 100).toFixed(1);
  return interval === undefined
    ? `${percent(value)} %`
    : `${percent(value)} % [${percent(interval[0])}, ${percent(interval[1])}]`;
}
