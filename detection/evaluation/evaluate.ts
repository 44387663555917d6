/** Judges rows by an auditor and reports the measures. */
import { countBySource } from '../data/overlap.ts';
import type { Row } from '../data/row.ts';
import type { DetectionTask, JudgedRow } from '../task.ts';
import { measureCalibration } from './calibration.ts';
import { aucInterval, bootstrapInterval } from './intervals.ts';
import { joinToLength, measureLatency } from './latency.ts';
import {
  atFalsePositiveRate,
  averagePrecision,
  groupByScore,
  rocAuc,
  type ScoredLabel,
  type ScoreGroup,
  toCurve,
} from './ranking.ts';
import { breakDown, breakDownBy, type DecidedLabel, toMeasure } from './rates.ts';
import type { Headline, HeadMeasures, OperatingLine, Report } from './report.ts';
import { measureSpans } from './spans.ts';

export interface EvaluateOptions {
  /** Description of the rows: the data folder's development rows, or the name of a file. */
  readonly measuredOn: string;
  /** Score from which the auditor decides positive, if a single number decides. */
  readonly threshold?: number | undefined;
  /** Rows already judged by models trained without their sources. */
  readonly heldOut?: readonly JudgedRow[];
  /** Rows left out because they were trained on. */
  readonly overlapping: readonly Row[];
  /** Milliseconds from any origin. */
  readonly now: () => number;
}

/** Judges every row in order, one after the other, and measures. */
export async function evaluate(task: DetectionTask, rows: readonly Row[], options: EvaluateOptions): Promise<Report> {
  const judged: JudgedRow[] = [];
  const heldOut = options.heldOut ?? [];
  // A row is measured once, by the model that knows least about it.
  const known = new Set(heldOut.map(({ row }) => row.text));
  for (const row of rows) if (!known.has(row.text)) judged.push({ row, judged: await task.judge(row) });
  judged.push(...heldOut);
  const timed = spread(
    judged.map(({ row }) => row),
    timedRows,
  );
  const natural = await measureLatency(timed, task.judge, options.now);
  const long = await measureLatency(joinToLength(timed, longText, timedLongTexts), task.judge, options.now);
  return {
    ...measure(task.auditor, judged),
    measured_on: options.measuredOn,
    shipped_threshold: options.threshold ?? null,
    left_out: countBySource(options.overlapping).map(([source, count]) => ({ source, rows: count })),
    latency: { natural: natural ?? null, characters_4000: long ?? null },
  };
}

/** Picks the given number of rows, evenly spaced. */
function spread(rows: readonly Row[], most: number): Row[] {
  const step = Math.max(1, rows.length / most);
  return Array.from({ length: Math.min(most, rows.length) }, (_, index) => rows[Math.floor(index * step)]).filter(
    (row) => row !== undefined,
  );
}

const timedRows = 2000;
const timedLongTexts = 400;
const longText = 4000;

/** Computes everything that depends only on the judgements; deterministic. */
export function measure(
  auditor: string,
  judged: readonly JudgedRow[],
): Omit<Report, 'measured_on' | 'shipped_threshold' | 'left_out' | 'latency'> {
  const decided = judged.map(({ row, judged: { score, detected } }) => ({ ...row, score, detected }));
  const others = decided.filter(({ source }) => !isOwn(source));
  const differs = others.length > 0 && others.length < decided.length;
  return {
    auditor,
    ...toHeadline(decided),
    others: differs ? toHeadline(others) : null,
    by_source: breakDownBy(decided, ({ source }) => source),
    by_category: breakDownBy(decided, ({ source, category }) =>
      category === undefined ? undefined : `${source}: ${category}`,
    ),
    by_language: breakDownBy(decided, ({ language }) => language),
    by_head: measureHeads(judged),
    ...measureSpansBySource(judged),
    curve: toCurve(groupByScore(decided)),
  };
}

/** Prefix of the sources that we wrote. */
const isOwn = (source: string): boolean => source.startsWith('own.');

function toHeadline(rows: readonly DecidedLabel[]): Headline {
  const groups = groupByScore(rows);
  return {
    overall: breakDown('all rows', rows),
    auprc: toMeasure(bothLabels(groups, averagePrecision), bootstrapInterval(groups, bothOr(averagePrecision))),
    operating_points: falsePositiveRates.flatMap((rate) => toOperatingLine(groups, rate)),
    calibration: measureCalibration(rows),
  };
}

function measureSpansBySource(judged: readonly JudgedRow[]): Pick<Report, 'spans' | 'spans_by_source'> {
  const marked = judged.flatMap(({ row, judged: { spans } }) =>
    row.spans === undefined ? [] : [{ source: row.source, expected: row.spans, found: spans ?? [] }],
  );
  const sources = [...new Set(marked.map(({ source }) => source))].toSorted();
  const bySource = sources.map((source) => ({
    source,
    spans: measureSpans(marked.filter((one) => one.source === source)),
  }));
  return { spans: measureSpans(marked), spans_by_source: sources.length > 1 ? bySource : [] };
}

const falsePositiveRates = [0.001, 0.005, 0.01, 0.02, 0.05];

/** A rate is only measurable if at least one negative may stay below it. */
function toOperatingLine(groups: readonly ScoreGroup[], rate: number): OperatingLine[] {
  const negatives = groups.reduce((sum, group) => sum + group.negatives, 0);
  const found = atFalsePositiveRate(groups, rate);
  if (found === undefined || negatives * rate < 1) return [];
  const interval = bootstrapInterval(groups, (drawn) => atFalsePositiveRate(drawn, rate)?.recall);
  return [
    {
      at_false_positive_rate: rate,
      // No threshold satisfies the false alarm limit.
      threshold: Number.isFinite(found.threshold) ? found.threshold : null,
      recall: interval === undefined ? { value: found.recall } : { value: found.recall, interval },
    },
  ];
}

/** Measures categories over the rows with a known label. */
function measureHeads(judged: readonly JudgedRow[]): HeadMeasures[] {
  const names = new Set(judged.flatMap(({ row }) => Object.keys(row.labels ?? {})));
  return [...names].toSorted().flatMap((name) => {
    const known: ScoredLabel[] = judged.flatMap(({ row, judged: { scores } }) => {
      const label = row.labels?.[name];
      const score = scores?.[name];
      return label === undefined || score === undefined ? [] : [{ label, score }];
    });
    if (known.length === 0) return [];
    const groups = groupByScore(known);
    return [
      {
        name,
        rows: known.length,
        positives: known.filter(({ label }) => label === 1).length,
        auc: toMeasure(rocAuc(groups), aucInterval(groups)),
        auprc: toMeasure(bothLabels(groups, averagePrecision), bootstrapInterval(groups, bothOr(averagePrecision))),
      },
    ];
  });
}

/** A measure that needs both labels. */
function bothLabels(
  groups: readonly ScoreGroup[],
  measureIt: (groups: readonly ScoreGroup[]) => number | undefined,
): number | undefined {
  return rocAuc(groups) === undefined ? undefined : measureIt(groups);
}

const bothOr =
  (measureIt: (groups: readonly ScoreGroup[]) => number | undefined) =>
  (groups: readonly ScoreGroup[]): number | undefined =>
    bothLabels(groups, measureIt);
