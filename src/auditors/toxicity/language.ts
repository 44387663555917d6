/** Guesses the language of a text by script and by its commonest words. */

const scripts: readonly (readonly [language: string, script: RegExp])[] = [
  ['ja', /[\u3040-\u30ff]/g],
  ['ko', /[\uac00-\ud7a3]/g],
  ['zh', /[\u4e00-\u9fff]/g],
  ['ar', /[\u0600-\u06ff]/g],
  ['hi', /[\u0900-\u097f]/g],
  ['he', /[\u0590-\u05ff]/g],
  ['th', /[\u0e00-\u0e7f]/g],
  ['el', /[\u0370-\u03ff]/g],
  ['ru', /[\u0400-\u04ff]/g],
];

const lists: Readonly<Record<string, string>> = {
  en: 'the and is are you to of in that it for with this was have not be on what do how my your i can a',
  de: 'der die das und ist nicht ich du ein eine zu mit auf sie wir es den von wie was bist dich dir mein auch dem für',
  es: 'el la los las y es que de un una no en por con para como eres tu te se mi más del está yo muy pero',
  fr: 'le la les et est que de un une ne pas je tu vous nous pour avec des dans sur ce qui au es du sont mais',
  it: 'il la e che di un una non sono per con sei come mi ti del della gli si questo anche più ma ho lo ai',
  pt: 'o a os as e que de um uma não em por com para como você é eu seu sua se mais do da dos mas muito',
  nl: 'de het een en is niet van ik je jij dat op te met voor zijn maar ook wat hoe er aan bent mijn heb',
  pl: 'i w nie na się to jest że z do jak ja ty co jesteś ale dla po tak od czy mnie ten tego',
  tr: 've bir bu da de ne için ben sen çok ile var mı gibi ama daha değil olan mi kadar sana',
};

const languagesOf = new Map<string, string[]>();
for (const [language, list] of Object.entries(lists)) {
  for (const word of list.split(' ')) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);
}

const sampleLength = 2000;

/** ISO 639-1 code, or `und` when the text does not tell. */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, sampleLength);
  if (/[\u0370-\u0e7f\u3040-\ud7a3]/.test(sample)) {
    const letters = sample.match(/\p{L}/gu)?.length ?? 0;
    for (const [language, script] of scripts) {
      const share = (sample.match(script)?.length ?? 0) / Math.max(1, letters);
      if (share > (language === 'ja' ? 0.1 : 0.4)) return language;
    }
  }
  const counts = new Map<string, number>();
  for (const word of sample.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []) {
    // A word of several languages counts less in each.
    const languages = languagesOf.get(word) ?? [];
    for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1 / languages.length);
  }
  const [best, second] = [...counts].sort((left, right) => right[1] - left[1]);
  if (best === undefined || (second !== undefined && best[1] === second[1])) return 'und';
  return best[0];
}
