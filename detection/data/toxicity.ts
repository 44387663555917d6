/** Sets of toxic and ordinary texts in the data folder. Names in `labels` are claims of the auditor. */
import { Type } from 'typebox';
import { createCheck } from './checked.ts';
import type { DataFolder } from './folder.ts';
import { withoutRepeats } from './normal-form.ts';
import { readCsv, readJsonLines, readLines } from './read.ts';
import type { Row } from './row.ts';

/**
 * Tweets of category `hate`, `offensive` or `neither`; the first two have label 1. Training must reweight: "offensive" is most
 * often dialect.
 */
export async function loadDavidson(data: DataFolder): Promise<Row[]> {
  const file = 'toxicity/davidson/labeled_data.csv';
  return (await readCsv(data, file)).map((record): Row => {
    const text = decodeEntities(record.get('tweet'));
    const row = { text, source: 'davidson', language: 'en' };
    switch (record.get('class')) {
      case '0':
        return { ...row, label: 1, category: 'hate', labels: { identity_attack: 1 } };
      case '1':
        return { ...row, label: 1, category: 'offensive', labels: { identity_attack: 0 } };
      case '2':
        return { ...row, label: 0, category: 'neither', labels: { identity_attack: 0 } };
      default:
        throw new Error(`${file}, line ${record.line}: the class must be 0, 1 or 2`);
    }
  });
}

/** Implicit hate about groups, and neutral sentences about the same groups; the category is the group. */
export async function loadToxigen(data: DataFolder): Promise<Row[]> {
  const root = 'toxicity/toxigen-demonstrations';
  const rows: Row[] = [];
  for (const theme of (await data.list(root)).filter((name) => !name.includes('.'))) {
    for (const name of await data.list(`${root}/${theme}`)) {
      const [, kind, group = theme] = /^(hate|neutral)_(.+?)(?:_sentences)?\.txt$/.exec(name) ?? [];
      if (kind === undefined) throw new Error(`${root}/${theme}/${name} is neither hate nor neutral`);
      const label = kind === 'hate' ? 1 : 0;
      for (const text of await readLines(data, `${root}/${theme}/${name}`)) {
        const labels = { identity_attack: label } as const;
        rows.push({ text, label, source: 'toxigen', category: group, language: 'en', labels });
      }
    }
  }
  return withoutRepeats(rows);
}

/**
 * Prompts judged by a moderation service by category; label 1 if any category applies. A category that was not judged is unknown:
 * `labels` lacks it.
 */
export async function loadModeration(data: DataFolder): Promise<Row[]> {
  const file = 'toxicity/moderation-half/samples.jsonl';
  return (await readJsonLines(data, file)).map(({ line, value }) => {
    const { prompt, ...judged } = checkModeration(value, `${file}, line ${line}`);
    const label = Object.values(judged).includes(1) ? 1 : 0;
    const labels: Record<string, 0 | 1> = {};
    for (const [key, claim] of moderationClaims) {
      const known = judged[key];
      if (known !== undefined) labels[claim] = known;
    }
    const category = moderationClaims.find(([key]) => judged[key] === 1)?.[1] ?? (label === 1 ? 'other' : 'none');
    return { text: prompt, label, source: 'moderation-half', category, labels };
  });
}

/** Comments from discussions among authors of an encyclopedia. */
export async function loadTalkPages(data: DataFolder): Promise<Row[]> {
  const file = 'toxicity/talk-pages-half/comments.csv';
  return (await readCsv(data, file)).map((record) => {
    const label = toLabel(record.get('toxic'), ['False', 'True'], `${file}, line ${record.line}`);
    return {
      text: record.get('comment').trim(),
      label,
      source: 'talk-pages-half',
      category: 'comment',
      language: 'en',
    };
  });
}

/** Comments from social networks. Development only: the manifest of the data forbids training, its README allows one half. */
export async function loadSurge(data: DataFolder): Promise<Row[]> {
  const file = 'toxicity/surge/toxicity_en.csv';
  return (await readCsv(data, file)).map((record) => {
    const label = toLabel(record.get('is_toxic'), ['Not Toxic', 'Toxic'], `${file}, line ${record.line}`);
    return { text: record.get('text'), label, source: 'surge', category: 'comment', language: 'en' };
  });
}

const judgement = Type.Optional(Type.Union([Type.Literal(0), Type.Literal(1)]));
const checkModeration = createCheck(
  Type.Object({
    prompt: Type.String(),
    S: judgement,
    H: judgement,
    V: judgement,
    HR: judgement,
    SH: judgement,
    S3: judgement,
    H2: judgement,
    V2: judgement,
  }),
);

/** Keys of the set that equal a claim. S3 (sexual, minors), H2 (hate with threat) and V2 (graphic) are parts of others. */
const moderationClaims = [
  ['H', 'identity_attack'],
  ['S', 'sexually_explicit'],
  ['SH', 'self_harm'],
  ['V', 'violence'],
  ['HR', 'insult'],
] as const;

function toLabel(text: string, [no, yes]: readonly [string, string], place: string): 0 | 1 {
  if (text === no) return 0;
  if (text === yes) return 1;
  throw new Error(`${place}: the label must be ${no} or ${yes}`);
}

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The tweets are stored as HTML; undecoded, "&#128514;" would be learned instead of the character. */
function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|([a-z]{2,4}));/g,
    (entity, code: string | undefined, name: string | undefined) => {
      if (name !== undefined) return namedEntities[name] ?? entity;
      const point = Number(code);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : entity;
    },
  );
}
