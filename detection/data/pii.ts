/** The set of texts with marked personal data in the data folder. */
import { Type } from 'typebox';
import { createCheck } from './checked.ts';
import type { DataFolder } from './folder.ts';
import { isTrainingHalf } from './normal-form.ts';
import { readJsonList } from './read.ts';
import type { LabelledSpan, Row } from './row.ts';

export interface TemplateRow extends Row {
  readonly spans: readonly LabelledSpan[];
  /** Template of the row, with slots. Rows of one template differ only in their slots. */
  readonly template: string;
}

/** Synthetic sentences with spans of the set's own types (`PERSON`, `US_SSN`, ...). Label 1 if there is a span. */
export async function loadPresidioResearch(data: DataFolder): Promise<TemplateRow[]> {
  const file = 'pii/presidio-research/generated_large.json';
  const documents = await readJsonList(data, file, checkDocuments);
  return documents.map((document, index) => {
    const text = document.full_text;
    const spans = document.spans.map(({ entity_type: type, entity_value: value, start_position, end_position }) => {
      // Offsets count code points, which equal UTF-16 units here: no text has a character outside the basic plane.
      if (text.slice(start_position, end_position) !== value) throw new Error(`${file}: span of entry ${index} is off`);
      return { type, start: start_position, end: end_position };
    });
    return {
      text,
      label: spans.length > 0 ? 1 : 0,
      source: 'presidio-research',
      spans: spans.toSorted((left, right) => left.start - right.start),
      template: document.masked,
    };
  });
}

/** True if a row's template may be trained on; other rows are for measurement. */
export function hasTrainingTemplate({ template }: TemplateRow): boolean {
  return isTrainingHalf(template);
}

const checkDocuments = createCheck(
  Type.Array(
    Type.Object({
      full_text: Type.String(),
      masked: Type.String(),
      spans: Type.Array(
        Type.Object({
          entity_type: Type.String(),
          entity_value: Type.String(),
          start_position: Type.Integer({ minimum: 0 }),
          end_position: Type.Integer({ minimum: 0 }),
        }),
      ),
    }),
  ),
);
