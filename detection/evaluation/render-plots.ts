/** Draws the plots of a report as SVG, readable on light and dark backgrounds. */
import type { Report } from './report.ts';

export interface Plot {
  /** Suffix of the file name, e.g. `roc`. */
  readonly name: string;
  readonly svg: string;
}

/** Draws ROC and precision-recall curves if both labels occur, and the calibration if there are rows. */
export function renderPlots(report: Report): Plot[] {
  const { overall, curve, calibration, auditor } = report;
  const positives = overall.positives;
  const negatives = overall.rows - positives;
  const plots: Plot[] = [];
  if (positives > 0 && negatives > 0) {
    const roc = curve.map((point): Point => [point.falsePositives / negatives, point.truePositives / positives]);
    const precision = curve
      .slice(1)
      .map(
        ({ truePositives, falsePositives }): Point => [
          truePositives / positives,
          truePositives / (truePositives + falsePositives),
        ],
      );
    plots.push(
      plot('roc', `${auditor}: ROC`, ['False positive rate', 'Recall'], { curve: roc, diagonal: true }),
      plot('precision-recall', `${auditor}: precision and recall`, ['Recall', 'Precision'], { curve: precision }),
    );
  }
  if (calibration !== undefined) {
    const points = calibration.bins.map((bin): Point => [bin.mean_score, bin.observed]);
    plots.push(
      plot('calibration', `${auditor}: calibration`, ['Mean score', 'Share positive'], {
        curve: points,
        dots: true,
        diagonal: true,
      }),
    );
  }
  return plots;
}

type Point = readonly [x: number, y: number];

interface Drawing {
  readonly curve: readonly Point[];
  readonly dots?: boolean;
  /** Draws the line of chance, or of perfect calibration. */
  readonly diagonal?: boolean;
}

/** Edge of the plot area, and its margins. */
const size = 300;
const left = 56;
const top = 36;
const width = left + size + 20;
const height = top + size + 52;
const most = 200;

const style = `
    .ground { fill: #ffffff; }
    text { font: 12px system-ui, sans-serif; fill: #24292f; }
    .title { font-size: 14px; font-weight: 600; }
    .grid { stroke: #d0d7de; stroke-width: 1; }
    .guide { stroke: #6e7781; stroke-width: 1; stroke-dasharray: 4 4; }
    .curve { fill: none; stroke: #0969da; stroke-width: 2; stroke-linejoin: round; }
    .dot { fill: #0969da; }
    @media (prefers-color-scheme: dark) {
      .ground { fill: #0d1117; }
      text { fill: #e6edf3; }
      .grid { stroke: #30363d; }
      .guide { stroke: #8b949e; }
      .curve { stroke: #58a6ff; }
      .dot { fill: #58a6ff; }
    }`;

function plot(name: string, title: string, [x, y]: readonly [string, string], drawing: Drawing): Plot {
  const points = thin(drawing.curve).map(toPlace);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">`,
    `<style>${style}\n</style>`,
    '<rect class="ground" width="100%" height="100%"/>',
    `<text class="title" x="${left}" y="20">${title}</text>`,
    ...[0, 0.25, 0.5, 0.75, 1].flatMap(gridLines),
    `<text x="${left + size / 2}" y="${height - 10}" text-anchor="middle">${x}</text>`,
    `<text transform="translate(14 ${top + size / 2}) rotate(-90)" text-anchor="middle">${y}</text>`,
    ...(drawing.diagonal === true ? [line('guide', toPlace([0, 0]), toPlace([1, 1]))] : []),
    `<polyline class="curve" points="${points.map(([px, py]) => `${px},${py}`).join(' ')}"/>`,
    ...(drawing.dots === true ? points.map(([px, py]) => `<circle class="dot" cx="${px}" cy="${py}" r="4"/>`) : []),
    '</svg>',
  ];
  return { name, svg: `${parts.join('\n')}\n` };
}

function gridLines(share: number): string[] {
  const [x, y] = toPlace([share, share]);
  const text = share.toFixed(2);
  return [
    line('grid', [x, top], [x, top + size]),
    line('grid', [left, y], [left + size, y]),
    `<text x="${x}" y="${top + size + 18}" text-anchor="middle">${text}</text>`,
    `<text x="${left - 6}" y="${y + 4}" text-anchor="end">${text}</text>`,
  ];
}

function line(name: string, [x1, y1]: Point, [x2, y2]: Point): string {
  return `<line class="${name}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;
}

const toPlace = ([x, y]: Point): Point => [round(left + x * size), round(top + (1 - y) * size)];

const round = (value: number): number => Math.round(value * 10) / 10;

/** A curve has more points than visible; first and last stay. */
function thin(points: readonly Point[]): readonly Point[] {
  if (points.length <= most) return points;
  const step = (points.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => points[Math.round(index * step)] ?? [0, 0]);
}
