/**
 * The result of an evaluation, source of text, plots and `<auditor>.json`. Undetermined values are `undefined`, and absent in the
 * file.
 */
import type { Calibration } from './calibration.ts';
import type { Latency } from './latency.ts';
import type { CurvePoint } from './ranking.ts';
import type { Breakdown, Measure } from './rates.ts';
import type { SpanMeasures } from './spans.ts';

export interface OperatingLine {
  readonly at_false_positive_rate: number;
  /** `null` if even the highest score gives more false alarms. */
  readonly threshold: number | null;
  readonly recall: Measure;
}

/** One category of the auditor, over the rows with a known label. */
export interface HeadMeasures {
  readonly name: string;
  readonly rows: number;
  readonly positives: number;
  readonly auc: Measure | undefined;
  readonly auprc: Measure | undefined;
}

/** The measures at the top of a report. */
export interface Headline {
  /** At the shipped threshold. */
  readonly overall: Breakdown;
  readonly auprc: Measure | undefined;
  readonly operating_points: readonly OperatingLine[];
  readonly calibration: Calibration | undefined;
}

/** The measures of all rows, and their parts. */
export interface Report extends Headline {
  readonly auditor: string;
  readonly measured_on: string;
  /** Rows left out because they were trained on. */
  readonly left_out: readonly { readonly source: string; readonly rows: number }[];
  /** Score from which the auditor decides positive at its default settings; `null` if that is not one number. */
  readonly shipped_threshold: number | null;
  /** The same without our own texts, which reflect our own ideas; `null` if nothing differs. */
  readonly others: Headline | null;
  readonly by_source: readonly Breakdown[];
  readonly by_category: readonly Breakdown[];
  readonly by_language: readonly Breakdown[];
  readonly by_head: readonly HeadMeasures[];
  readonly spans: readonly SpanMeasures[];
  /** The same for each source with spans, if there are several. */
  readonly spans_by_source: readonly { readonly source: string; readonly spans: readonly SpanMeasures[] }[];
  /** On this machine. */
  readonly latency: { readonly natural: Latency | null; readonly characters_4000: Latency | null };
  /** Every threshold, for the plots. Not in the JSON file. */
  readonly curve: readonly CurvePoint[];
}

/** Makes the JSON file without the curve, which has a point for each different score. */
export function toReportJson({ curve: _, ...report }: Report): string {
  return `${JSON.stringify(report, (_key, value) => (typeof value === 'number' ? rounded(value) : value), 2)}\n`;
}

const rounded = (value: number): number => Math.round(value * 1e5) / 1e5;
