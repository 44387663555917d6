/** Misspellings of long hostile words: two letters swapped, one left out, all vowels left out. */

const shortest = 6;
const shortestSkeleton = 4;
/** Ordinary words that look like a misspelling of a hostile one. */
const ordinary = new Set(
  `strange money moneys garage plage demos insets moons picks cooks cooked phones ponies conan sinking comme sitting trusting
  trusted animas saving stoned poison trails sheep eaten laughter aging wining spiced kites thots thts basted blasted
  cowed toads tarts stats bashed roting fouls flat colt scamper buled scums slaved ratted prink crepes fool`.split(
    /\s+/,
  ),
);

/** Makes the look-up of misspellings of the given words. */
export function createSlips(words: Iterable<string>): (word: string) => string | undefined {
  const slips = new Map<string, string>();
  const known = new Set(words);
  const put = (slip: string, word: string): void => {
    if (!known.has(slip) && !ordinary.has(slip) && !slips.has(slip)) slips.set(slip, word);
  };
  for (const word of known) {
    if (!/^[a-z]+$/.test(word)) continue;
    const skeleton = word.charAt(0) + word.slice(1).replaceAll(/[aeiou]/g, '');
    // "stpd" is readable; a skeleton that still has vowels is an ordinary spelling.
    if (skeleton.length >= shortestSkeleton && !/[aeiouy]/.test(skeleton)) put(skeleton, word);
    if (word.length < shortest) continue;
    for (let at = 1; at < word.length; at += 1) {
      const rest = word.slice(at + 1);
      // Without its last letter a word is another form of it.
      if (at < word.length - 1) put(word.slice(0, at) + rest, word);
      if (rest !== '') put(word.slice(0, at) + rest.charAt(0) + word.charAt(at) + rest.slice(1), word);
    }
  }
  return (word) => slips.get(word);
}
