import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../data/row.ts';
import { measure } from './evaluate.ts';
import { renderPlots } from './render-plots.ts';
import { renderReport, table } from './render-text.ts';
import type { Report } from './report.ts';

const noLatency = {
  measured_on: 'rows',
  shipped_threshold: 0.7,
  left_out: [],
  latency: { natural: null, characters_4000: null },
};

function aReport(rows: readonly (readonly [score: number, label: 0 | 1])[]): Report {
  const judged = rows.map(([score, label]) => {
    const row: Row = { text: 't', label, source: 'a|b' };
    return { row, judged: { score, detected: score >= 0.5 } };
  });
  return { ...measure('toxicity', judged), ...noLatency };
}

const spread = Array.from({ length: 1000 }, (_, index) => [index / 1000, index % 3 === 0 ? 0 : 1] as const);

describe('a report as text', () => {
  it('has a dash for undefined values', () => {
    const text = renderReport(aReport([[0.2, 0]]));
    expect(text).toMatch(/\| ROC-AUC +\| - +\|/);
    expect(text).toMatch(/\| false positives at the shipped threshold +\| 0\.0 % \[0\.0, 79\.3\]/);
    expect(text).not.toContain('undefined');
    expect(text).not.toContain('NaN');
  });

  it('separates texts by others from our own', () => {
    const judged = [
      { row: { text: 'a', label: 1, source: 'own.attack' }, judged: { score: 0.9, detected: true } },
      { row: { text: 'b', label: 1, source: 'set' }, judged: { score: 0.1, detected: false } },
      { row: { text: 'c', label: 0, source: 'set' }, judged: { score: 0.2, detected: false } },
    ] as const;
    const text = renderReport({ ...measure('toxicity', judged), ...noLatency });
    expect(text).toMatch(/\| Measure +\| All rows +\| Without texts of ours +\|/);
    expect(text).toMatch(/\| recall at the shipped threshold +\| 50\.0 % .*\| 0\.0 % /);
    const [own] = judged;
    expect(measure('toxicity', [own]).others).toBeNull();
    expect(measure('toxicity', judged.slice(1)).others).toBeNull();
  });

  it('measures the spans of each source separately', () => {
    const spans = [{ type: 'email', start: 0, end: 3, score: 1 }];
    const judged = ['own.mail', 'set'].map((source) => ({
      row: { text: 'a@b', label: 1, source, spans } as const,
      judged: { score: 1, detected: true, spans: source === 'set' ? [] : spans },
    }));
    const { spans: all, spans_by_source: bySource } = measure('pii', judged);
    expect(all[0]?.exact.recall).toBe(0.5);
    expect(bySource.map(({ source, spans: lines }) => [source, lines[0]?.exact.recall])).toEqual([
      ['own.mail', 1],
      ['set', 0],
    ]);
  });

  it('has tables with lines of equal length and cells that cannot break out', () => {
    const lines = table(
      ['A', 'B'],
      [
        ['x|y', 'a\nb'],
        ['longer cell', ''],
      ],
    ).split('\n');
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
    expect(lines[2]).toContain('x\\|y');
  });

  it('never fails, for any scores', () => {
    const row = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom<0 | 1>(0, 1));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), (rows) => {
        const report = aReport(rows);
        expect(renderReport(report) + renderPlots(report).map(({ svg }) => svg)).not.toMatch(/undefined|NaN|Infinity/);
      }),
      { numRuns: 20 },
    );
  });
});

describe('the plots of a report', () => {
  it('stay small, start and end with their curve, and are readable on a dark background', () => {
    const plots = renderPlots(aReport(spread));
    expect(plots.map(({ name }) => name)).toEqual(['roc', 'precision-recall', 'calibration']);
    for (const { svg } of plots) {
      expect(svg.length).toBeLessThan(8000);
      expect(svg).toContain('prefers-color-scheme: dark');
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    }
    const points = /points="([^"]*)"/.exec(plots[0]?.svg ?? '')?.[1]?.split(' ') ?? [];
    expect([points[0], points.at(-1)]).toEqual(['56,336', '356,36']);
    expect(points.length).toBe(200);
  });

  it('are left out when one label is missing', () => {
    expect(renderPlots(aReport([[0.2, 0]])).map(({ name }) => name)).toEqual(['calibration']);
  });
});
