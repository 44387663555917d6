/** Our own corpus: attacks and ordinary requests in many languages, generated from grammars with a seed. */
import type { Row } from '../../data/row.ts';
import { createRandom } from '../../training/random.ts';
import { contrasts, englishContrasts } from './contrasts.ts';
import { moreContrasts } from './contrasts-more.ts';
import { attackLists, englishAttacks } from './english-attacks.ts';
import { englishBenign } from './english-benign.ts';
import { englishJailbreaks, jailbreakLists } from './english-jailbreaks.ts';
import { englishRoleplay, roleplayLists } from './english-roleplay.ts';
import { expand, type Lists, pick, sample } from './grammar.ts';
import type { LanguageCorpus } from './language-corpus.ts';
import { asian } from './languages-asian.ts';
import { germanicSlavic } from './languages-germanic-slavic.ts';
import { romance } from './languages-romance.ts';
import { westernAsian } from './languages-western-asian.ts';
import { lists as shared } from './lists.ts';

/** Every language but English. */
export const languages: readonly LanguageCorpus[] = [...romance, ...germanicSlavic, ...asian, ...westernAsian];

const englishLists: Lists = { ...shared, ...attackLists, ...jailbreakLists, ...roleplayLists };

/** Number of sentences per grammar line. */
const perLine = { englishAttack: 24, englishBenign: 26, attack: 16, benign: 22 } as const;

/** Share of attacks with an ordinary request in front. */
const ledIn = 0.22;

/** Attacks. `source` is `own.attack`, `category` the family. */
export function makeAttacks(seed: number): Row[] {
  const random = createRandom(seed);
  const rows: Row[] = [];
  const ask = (): string => expand('$task', englishLists, random);
  for (const [family, lines] of Object.entries({ ...englishAttacks, ...englishJailbreaks })) {
    for (const text of sample(lines, englishLists, random, perLine.englishAttack)) {
      rows.push(toRow(random() < ledIn && !family.startsWith('secret') ? `${ask()}. ${text}` : text, 1, family, 'en'));
    }
  }
  for (const { language, attacks, lists } of languages) {
    for (const [family, lines] of Object.entries(attacks)) {
      for (const text of sample(lines, lists, random, perLine.attack)) {
        const lead = random() < ledIn ? `${random() < 0.3 ? ask() : expand('$ask', lists, random)}. ` : '';
        rows.push(toRow(`${lead}${text}`, 1, family, language));
      }
    }
  }
  return rows;
}

/** Ordinary requests. `source` is `own.benign`, `category` the kind. */
export function makeBenign(seed: number): Row[] {
  const random = createRandom(seed);
  const rows: Row[] = [];
  const kinds = Object.entries({ ...englishBenign, ...englishRoleplay, contrast: englishContrasts });
  for (const [kind, lines] of kinds) {
    for (const text of sample(lines, englishLists, random, perLine.englishBenign)) {
      // Ordinary messages have two requests at the same rate; otherwise a lead-in would indicate an attack.
      const more = random() < ledIn ? ` ${expand(pick(pick(kinds, random)[1], random), englishLists, random)}` : '';
      rows.push(toRow(`${text}${more}`, 0, kind, 'en'));
    }
  }
  for (const { language, benign, lists } of languages) {
    const lines = benignLines(language, benign);
    for (const text of sample(lines, lists, random, perLine.benign)) {
      const more = random() < ledIn ? ` ${expand(pick(lines, random), lists, random)}` : '';
      rows.push(toRow(`${text}${more}`, 0, 'ordinary', language));
    }
  }
  return rows;
}

/** Every grammar line of ordinary text in a language. */
function benignLines(language: string, benign: readonly string[]): string[] {
  return [...benign, ...(contrasts[language] ?? []), ...(moreContrasts[language] ?? [])];
}

/** Number of long texts per language, and of sentences in each. */
const longTexts = { english: 300, other: 30, fewest: 5, most: 16 } as const;

/** Long ordinary texts; otherwise length, or a long text in one of the languages, would indicate an attack. */
export function makeLongBenign(seed: number): Row[] {
  const random = createRandom(seed);
  const english = Object.values({ ...englishBenign, ...englishRoleplay, contrast: englishContrasts }).flat();
  const texts = (language: string, lines: readonly string[], lists: Lists, count: number): Row[] =>
    Array.from({ length: count }, () => {
      const length = longTexts.fewest + Math.floor(random() * (longTexts.most - longTexts.fewest));
      const sentences = Array.from({ length }, () => expand(pick(lines, random), lists, random));
      return toRow(sentences.join(random() < 0.5 ? '\n' : ' '), 0, 'long', language);
    });
  return [
    ...texts('en', english, englishLists, longTexts.english),
    ...languages.flatMap(({ language, benign, lists }) =>
      texts(language, benignLines(language, benign), lists, longTexts.other),
    ),
  ];
}

/** Lists of the English grammars, also used in documents. */
export const grammarLists = englishLists;

function toRow(text: string, label: 0 | 1, category: string, language: string): Row {
  return { text, label, source: label === 1 ? 'own.attack' : 'own.benign', category, language };
}
