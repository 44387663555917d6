/** Sentences from templates: a list fills `{slot}`, `[a|b]` picks one; both nest. */
import type { Row } from '../../data/row.ts';

export type Slots = Readonly<Record<string, readonly string[]>>;

export interface Series {
  /** Kind of row, e.g. the contrast function. */
  readonly category: string;
  readonly label: 0 | 1;
  /** Labels by category of the auditor; a missing label is unknown. */
  readonly labels?: Readonly<Record<string, 0 | 1>>;
  readonly templates: readonly string[];
  /** Rows per template; fewer if it has fewer forms. */
  readonly each: number;
}

/** Draws distinct rows from series; deterministic for the same random numbers. */
export function drawRows(source: string, series: readonly Series[], slots: Slots, random: () => number): Row[] {
  const seen = new Set<string>();
  const rows: Row[] = [];
  for (const { category, label, labels, templates, each } of series) {
    for (const template of templates) {
      // A template with few forms soon repeats itself; for others twice as many draws as rows suffice.
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

/** Fills one template. @throws Error for an unknown slot. */
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

/** Varies capitals and full stops, so that neither indicates the label. */
function withStyle(text: string, random: () => number): string {
  const style = random();
  if (style < 0.25) return text.toLowerCase();
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  if (style > 0.97) return sentence.toUpperCase();
  return style < 0.85 && /[\p{L}\p{N}]$/u.test(sentence) ? `${sentence}.` : sentence;
}
