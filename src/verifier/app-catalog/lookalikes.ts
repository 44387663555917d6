/**
 * Names that look like others: who publishes an app must not pass for somebody whose name is known here. Names are
 * ASCII, so what can be mistaken is letters and digits of it; titles may have any letters.
 */

/** Letters of other scripts that look like Latin ones and survive NFKC. */
const foreign: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ a: 'аαᴀɑ', b: 'вʙ', c: 'сᴄϲ', d: 'ԁᴅ', e: 'еεᴇҽ', f: 'ꜰ', g: 'ɢɡ', h: 'нһʜ', i: 'іιɪıӏ', j: 'јᴊϳ' },
    ...{ k: 'кκᴋ', l: 'ʟ', m: 'мᴍ', n: 'ηɴո', o: 'оοᴏօσ', p: 'рρᴘ', q: 'ԛ', r: 'ʀг', s: 'ѕꜱ', t: 'тτᴛ' },
    ...{ u: 'υᴜս', v: 'νᴠѵ', w: 'ԝωᴡ', x: 'хχ', y: 'уʏγ', z: 'ᴢ' },
  }).flatMap(([latin, signs]) => Array.from(signs, (sign) => [sign, latin] as const)),
);

/** What is left of a text when everything that looks alike is the same: two with one skeleton can be mistaken. */
export function skeletonOf(text: string): string {
  return (
    Array.from(text.normalize('NFKD').toLowerCase(), (sign) => foreign.get(sign) ?? sign)
      .join('')
      // Accents and whatever separates words.
      .replace(/[\p{M}\s._-]/gu, '')
      .replaceAll('rn', 'm')
      .replaceAll('vv', 'w')
      .replace(/[1i|!]/g, 'l')
      .replaceAll('0', 'o')
  );
}

/** Scripts that are written beside Latin letters without a space (Unicode TR 39, highly restrictive). */
const besideLatin = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

/** True where Latin letters stand in one word with those of a script that is taken for them, such as Greek or Cyrillic. */
export function hasMixedWord(text: string): boolean {
  return text.split(/[^\p{L}\p{M}]+/u).some((word) => {
    const isLatin = (letter: string) => /\p{Script=Latin}/u.test(letter);
    const letters = Array.from(word).filter((sign) => /\p{L}/u.test(sign) && !besideLatin.test(sign));
    return letters.some(isLatin) && !letters.every((letter) => isLatin(letter) || /\p{Script=Common}/u.test(letter));
  });
}

/** A name as it is compared: case does not count. */
export function normalName(name: string): string {
  return name.toLowerCase();
}

const ours = ['dev', 'assay'];

/** True for our own namespace, whatever it is spelled like: only what comes with the release has such names. */
export function isReserved(name: string): boolean {
  const [namespace = ''] = name.split('/');
  const labels = namespace.split('.').map(skeletonOf);
  return ours.every((label, index) => labels[index] === skeletonOf(label));
}
