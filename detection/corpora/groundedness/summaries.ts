/** Joins sentences of one article into summaries, some with one false sentence, some in lower case. */
import { createRandom } from '../../training/random.ts';
import type { Article } from './articles.ts';

type Told = Article['told'][number];

const sentences = 3;
const perArticle = 8;

/** Makes summaries of several sentences; a summary is unfaithful if one of its sentences is. */
export function toSummaries({ id, text, isHard, told }: Article): Article {
  const random = createRandom(id.length * 7919 + text.length);
  const made = new Map<string, Told>();
  for (let at = 0; at < perArticle; at += 1) {
    const style = at === 3 || at === 6 ? 'free' : 'copy';
    const isStyle = ({ kind }: Told): boolean => kind === style || kind.startsWith(`${style}-`);
    const chosen = shuffled(
      told.filter((one) => one.label === 0 && isStyle(one)),
      random,
    ).slice(0, sentences);
    const [wrong] = shuffled(
      told.filter((one) => one.label === 1 && isStyle(one)),
      random,
    );
    const label = at % 2 === 0 && wrong !== undefined ? 1 : 0;
    if (label === 1 && wrong !== undefined) chosen[Math.floor(random() * chosen.length)] = wrong;
    const summary = chosen.map((one) => one.text).join(' ');
    const kind = `${style}-${label === 1 ? 'wrong' : 'right'}`;
    made.set(summary, { text: at % 8 < 4 ? summary : toLowerCase(summary), label, kind });
  }
  return { id, text, isHard, told: [...made.values()] };
}

/** Imitates many summarisers: no capitals, split into words. */
export function toLowerCase(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/(?<!\b(?:mr|mrs|dr|st|prof|insp|col))([.,!?;:)"]+)(?=\s|$)/g, ' $1')
    .replaceAll(/(^|\s)([("])/g, '$1$2 ')
    .replaceAll(/('s|n't)\b/g, ' $1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((left, right) => left.key - right.key)
    .map(({ item }) => item);
}
