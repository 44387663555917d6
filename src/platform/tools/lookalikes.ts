/** Detects tool names that look alike: letters of other alphabets, digits for letters, case, and separators. */

/** Cyrillic, Armenian and Greek letters that often imitate Latin ones (Unicode TR 39), with their Latin counterparts. */
const others = [
  ...'\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u0261\u04bb\u04cf\u0578\u057d\u03b1\u03bf\u03c1\u03bd\u03c4\u03b9\u03ba',
];
const latin = [...'aeopcyxijsdghlnuaopvtik'];
const lookalikes = new Map(others.map((letter, index) => [letter, latin[index] ?? letter]));

/** Gives the skeleton of a name. Names with the same skeleton look alike. */
export function skeletonOfName(name: string): string {
  const letters = [...name.normalize('NFKC').toLowerCase()];
  return letters
    .map((letter) => lookalikes.get(letter) ?? letter)
    .join('')
    .replace(/[\p{Cf}\p{Mn}\s_.-]/gu, '')
    .replaceAll(/[1|!]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll('i', 'l');
}
