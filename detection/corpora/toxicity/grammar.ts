/** Sentences from templates: `{slot}` is filled from a list, `[a|b]` is one of several, both as deep as wanted. */
import type { Row } from '../../data/row.ts';

export type Slots = Readonly<Record<string, readonly string[]>>;

export interface Series {
  /** Kind of row, e.g. the contrast function. */
  readonly category: string;
  readonly label: 0 | 1;
  /** Truth by category of the auditor; a missing one is unknown. */
  readonly labels?: Readonly<Record<string, 0 | 1>>;
  readonly templates: readonly string[];
  /** How many rows to make of each template; fewer where it has not so many forms. */
  readonly each: number;
}

/** Draws rows from series: no text twice, the same for the same random numbers. */
export function drawRows(source: string, series: readonly Series[], slots: Slots, random: () => number): Row[] {
  const seen = new Set<string>();
  const rows: Row[] = [];
  for (const { category, label, labels, templates, each } of series) {
    for (const template of templates) {
      // A template with few forms repeats itself soon: twice as many draws as rows are enough for the others.
      for (let made = 0, tries = 0; made < each && tries < each * 2; tries += 1) {
        const text = withStyle(fill(template, slots, random), random);
        if (seen.has(text)) continue;
        seen.add(text);
        made += 1;
        rows.push({ text, label, source, category, language: 'en', ...(labels === undefined ? {} : { labels }) });
      }
    }
  }
  return rows;
}

const innermost = /\{([a-z_]+)\}|\[([^[\]{}]*)\]/;

/** Fills one template. @throws Error when a slot is not known. */
export function fill(template: string, slots: Slots, random: () => number): string {
  const pick = (choices: readonly string[]): string => choices[Math.floor(random() * choices.length)] ?? '';
  let text = template;
  for (let found = innermost.exec(text); found !== null; found = innermost.exec(text)) {
    const [whole, slot, choices] = found;
    const choice = slot === undefined ? pick((choices ?? '').split('|')) : pick(known(slots, slot));
    text = text.slice(0, found.index) + choice + text.slice(found.index + whole.length);
  }
  return text.replaceAll(/ {2,}/g, ' ').trim();
}

function known(slots: Slots, slot: string): readonly string[] {
  const choices = slots[slot];
  if (choices === undefined) throw new Error(`there is no slot ${slot}`);
  return choices;
}

/** People write with and without capitals and stops: neither may tell the label. */
function withStyle(text: string, random: () => number): string {
  const style = random();
  if (style < 0.25) return text.toLowerCase();
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  if (style > 0.97) return sentence.toUpperCase();
  return style < 0.85 && /[\p{L}\p{N}]$/u.test(sentence) ? `${sentence}.` : sentence;
}
