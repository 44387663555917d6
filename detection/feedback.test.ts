import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FeedbackEntry } from '../src/cli/feedback/entry.ts';
import { formatLabelledFile, labelledFormats, toCategory } from '../src/cli/feedback/labelled-file.ts';
import { parseUserFile } from './data/user-file.ts';

const anEntry = fc.record({
  text: fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text.isWellFormed() && text !== '\ufeff'),
  label: fc.constantFrom<0 | 1>(0, 1),
  detected: fc.boolean(),
  user_input: fc.constantFrom('', 'sum this up, "please"'),
});

it('the evaluation reads the exports of assay feedback, in both formats', () => {
  fc.assert(
    fc.property(
      fc.array(anEntry, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(...labelledFormats),
      (marks, format) => {
        const entries = marks.map(
          (mark): FeedbackEntry => ({
            evidence_id: 'ev_1',
            auditor: 'injection',
            claim: 'injection_risk',
            phase: 'request',
            value: 0.9,
            decision: 'deny',
            enforced: 'deny',
            verdict: 'right',
            matched: true,
            marked_at: '2026-01-01T00:00:00.000Z',
            ...mark,
          }),
        );
        const content = Buffer.concat([...formatLabelledFile(entries, format)]).toString('utf8');
        const rows = entries.map((entry) => ({
          text: entry.text,
          label: entry.label,
          category: toCategory(entry),
          source: 'feedback',
          ...(entry.user_input === '' ? {} : { userInput: entry.user_input }),
        }));
        expect(parseUserFile(content, `marks.${format}`)).toEqual({ rows, unused: [] });
      },
    ),
  );
});
