/**
 * Detects names that look like others, so that the publisher of an app cannot pass for a known name. Names are ASCII, so only
 * ASCII letters and digits can be confused; titles may have any letters.
 */

/** Letters of other scripts that look like Latin ones and survive NFKC. */
const foreign: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аαᴀɑ',
    b: 'вʙ',
    c: 'сᴄϲ',
    d: 'ԁᴅ',
    e: 'еεᴇҽ',
    f: 'ꜰ',
    g: 'ɢɡ',
    h: 'нһʜ',
    i: 'іιɪıӏ',
    j: 'јᴊϳ',
    k: 'кκᴋ',
    l: 'ʟ',
    m: 'мᴍ',
    n: 'ηɴո',
    o: 'оοᴏօσ',
    p: 'рρᴘ',
    q: 'ԛ',
    r: 'ʀг',
    s: 'ѕꜱ',
    t: 'тτᴛ',
    u: 'υᴜս',
    v: 'νᴠѵ',
    w: 'ԝωᴡ',
    x: 'хχ',
    y: 'уʏγ',
    z: 'ᴢ',
  }).flatMap(([latin, signs]) => Array.from(signs, (sign) => [sign, latin] as const)),
);

/** Gives the skeleton of a text, in which lookalike characters are the same: two texts with one skeleton can be confused. */
export function skeletonOf(text: string): string {
  return (
    Array.from(text.normalize('NFKD').toLowerCase(), (sign) => foreign.get(sign) ?? sign)
      .join('')
      // Accents and word separators.
      .replace(/[\p{M}\s._-]/gu, '')
      .replaceAll('rn', 'm')
      .replaceAll('vv', 'w')
      .replace(/[1i|!]/g, 'l')
      .replaceAll('0', 'o')
  );
}

/** Scripts that are written beside Latin letters without a space (Unicode TR 39, highly restrictive). */
const besideLatin = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

/** True if one word mixes Latin letters with those of a lookalike script, such as Greek or Cyrillic. */
export function hasMixedWord(text: string): boolean {
  return text.split(/[^\p{L}\p{M}]+/u).some((word) => {
    const isLatin = (letter: string) => /\p{Script=Latin}/u.test(letter);
    const letters = Array.from(word).filter((sign) => /\p{L}/u.test(sign) && !besideLatin.test(sign));
    return letters.some(isLatin) && !letters.every((letter) => isLatin(letter) || /\p{Script=Common}/u.test(letter));
  });
}

/** Gives the form of a name for comparison, without case. */
export function normalName(name: string): string {
  return name.toLowerCase();
}

const ours = ['dev', 'assay'];

/** True for our own namespace in any spelling: only entries of the release have such names. */
export function isReserved(name: string): boolean {
  const [namespace = ''] = name.split('/');
  const labels = namespace.split('.').map(skeletonOf);
  return ours.every((label, index) => labels[index] === skeletonOf(label));
}
