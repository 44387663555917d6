/**
 * What an evaluation tells: text, plots and `<auditor>.json` are made from it. What cannot be told is `undefined`, and
 * left out of the file.
 */
import type { Calibration } from './calibration.ts';
import type { Latency } from './latency.ts';
import type { CurvePoint } from './ranking.ts';
import type { Breakdown, Measure } from './rates.ts';
import type { SpanMeasures } from './spans.ts';

export interface OperatingLine {
  readonly at_false_positive_rate: number;
  /** `null` when even the highest score gives more false alarms than that. */
  readonly threshold: number | null;
  readonly recall: Measure;
}

/** One category of the auditor, over the rows where its truth is known. */
export interface HeadMeasures {
  readonly name: string;
  readonly rows: number;
  readonly positives: number;
  readonly auc: Measure | undefined;
  readonly auprc: Measure | undefined;
}

/** What stands at the top of a report. */
export interface Headline {
  /** At the shipped threshold. */
  readonly overall: Breakdown;
  readonly auprc: Measure | undefined;
  readonly operating_points: readonly OperatingLine[];
  readonly calibration: Calibration | undefined;
}

/** The headline of all rows, and its parts. */
export interface Report extends Headline {
  readonly auditor: string;
  readonly measured_on: string;
  /** Rows that were not measured because they were trained on. */
  readonly left_out: readonly { readonly source: string; readonly rows: number }[];
  /** Score from which the auditor says yes at its default settings; `null` where that is not one number. */
  readonly shipped_threshold: number | null;
  /** The same without texts that were written by us, which know what we thought of; `null` where nothing differs. */
  readonly others: Headline | null;
  readonly by_source: readonly Breakdown[];
  readonly by_category: readonly Breakdown[];
  readonly by_language: readonly Breakdown[];
  readonly by_head: readonly HeadMeasures[];
  readonly spans: readonly SpanMeasures[];
  /** The same for each source with spans, where there are several. */
  readonly spans_by_source: readonly { readonly source: string; readonly spans: readonly SpanMeasures[] }[];
  /** Of this machine. */
  readonly latency: { readonly natural: Latency | null; readonly characters_4000: Latency | null };
  /** Every threshold; the plots are drawn from it. Not written into the JSON file. */
  readonly curve: readonly CurvePoint[];
}

/** The JSON file. The curve is left out: it has a point for each different score. */
export function toReportJson({ curve: _, ...report }: Report): string {
  return `${JSON.stringify(report, (_key, value) => (typeof value === 'number' ? rounded(value) : value), 2)}\n`;
}

const rounded = (value: number): number => Math.round(value * 1e5) / 1e5;
