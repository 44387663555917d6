/** Guesses the language of a text by script and by its most common words. */
import type { Vocabulary } from './repair.ts';
import { splitWords } from './words.ts';

const scripts: readonly (readonly [language: string, from: number, to: number])[] = [
  ['ja', 0x3040, 0x30ff],
  ['ko', 0xac00, 0xd7a3],
  ['zh', 0x4e00, 0x9fff],
  ['ar', 0x0600, 0x06ff],
  ['hi', 0x0900, 0x097f],
  ['he', 0x0590, 0x05ff],
  ['th', 0x0e00, 0x0e7f],
  ['el', 0x0370, 0x03ff],
  ['ru', 0x0400, 0x04ff],
];

const lists: Readonly<Record<string, string>> = {
  en: 'the and is are you to of in that it for this was have not be on what do how my your can with a i',
  de: 'der die das und ist nicht ich du ein eine zu mit auf sie wir es den von wie was bist dich dir mein auch dem fur',
  es: 'el la los las y es que de un una no en por con para como eres tu te se mi mas del esta yo muy pero',
  fr: 'le la les et est que de un une ne pas je tu vous nous pour avec des dans sur ce qui au es du sont mais',
  it: 'il la e che di un una non sono per con sei come mi ti del della gli si questo anche piu ma ho lo ai',
  pt: 'o a os as e que de um uma nao em por com para como voce eu seu sua se mais do da dos mas muito',
  nl: 'de het een en is niet van ik je jij dat op te met voor zijn maar ook wat hoe er aan bent mijn heb',
  pl: 'i w nie na sie to jest ze z do jak ja ty co jestes ale dla po tak od czy mnie ten tego',
  tr: 've bir bu da de ne icin ben sen cok ile var mi gibi ama daha degil olan kadar sana seni',
};

const languages = Object.keys(lists);
/** For each common word, the indices of its languages. */
const placesOf = new Map<string, readonly number[]>();
for (const [place, language] of languages.entries()) {
  for (const word of lists[language]?.split(' ') ?? []) placesOf.set(word, [...(placesOf.get(word) ?? []), place]);
}

const sampleUnits = 2000;
const sampleWords = 150;

const nothing: Vocabulary = { has: () => false, slipOf: () => undefined };

/** ISO 639-1 code, or `und` if undetermined. */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, sampleUnits);
  return guessLanguage(sample, splitWords(sample, nothing));
}

/** Detects the language of a text that is already split into words without accents. */
export function guessLanguage(text: string, words: readonly { readonly text: string }[]): string {
  const best = rankLanguages(text, words);
  return best.length === 1 ? (best[0] ?? 'und') : 'und';
}

/** Gives the languages that fit best: one, several that fit equally, or none. */
export function rankLanguages(text: string, words: readonly { readonly text: string }[]): string[] {
  const script = guessScript(text);
  if (script !== undefined) return [script];
  const counts = new Float64Array(languages.length);
  for (let index = 0; index < Math.min(words.length, sampleWords); index += 1) {
    const places = placesOf.get(words[index]?.text ?? '');
    if (places === undefined) continue;
    // A word of several languages counts less for each.
    for (const place of places) counts[place] = (counts[place] ?? 0) + 1 / places.length;
  }
  const best = Math.max(...counts);
  return best === 0 ? [] : languages.filter((_, place) => (counts[place] ?? 0) > best - 0.01);
}

const beyondLatin = /[\u0370-\uffff]/;

/** Gives the language of a script that determines it, if enough of the letters are in that script. */
function guessScript(text: string): string | undefined {
  if (!beyondLatin.test(text)) return undefined;
  const counts = new Array<number>(scripts.length).fill(0);
  let letters = 0;
  for (let index = 0; index < Math.min(text.length, sampleUnits); index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x41) continue;
    letters += 1;
    if (unit < 0x370) continue;
    const row = scripts.findIndex(([, from, to]) => unit >= from && unit <= to);
    if (row !== -1) counts[row] = (counts[row] ?? 0) + 1;
  }
  const found = scripts.find(([language], row) => (counts[row] ?? 0) / letters > (language === 'ja' ? 0.1 : 0.4));
  return found?.[0];
}
