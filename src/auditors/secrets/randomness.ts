/** Distinguishes random text from words and patterns: entropy, runs and sequences, letter pairs of English. */

/** Shannon entropy in bits per character. */
export function shannonEntropy(value: string): number {
  const counts = new Map<number, number>();
  for (let index = 0; index < value.length; index += 1) {
    const unit = value.charCodeAt(index);
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  let entropy = 0;
  for (const count of counts.values()) {
    const share = count / value.length;
    entropy -= share * Math.log2(share);
  }
  return entropy;
}

/** True for `aaaa`, `12345678`, `abcdefgh`, `abcabcabc` and the like, by the share of steps to a neighbouring character. */
export function isSequence(value: string, share = 0.6): boolean {
  if (value.length < 4) return false;
  let steps = 0;
  for (let index = 1; index < value.length; index += 1) {
    const step = value.charCodeAt(index) - value.charCodeAt(index - 1);
    if (step === 0 || step === 1 || step === -1) steps += 1;
  }
  return steps / (value.length - 1) > share || isRepetition(value);
}

/** True for a repeated short part. */
function isRepetition(value: string): boolean {
  for (let period = 1; period <= Math.min(8, value.length >> 1); period += 1) {
    let index = period;
    while (index < value.length && value.charCodeAt(index) === value.charCodeAt(index - period)) index += 1;
    if (index === value.length) return true;
  }
  return false;
}

/** Letter pairs that make up nine tenths of English text. */
const commonPairs = new Set(
  (
    'th he in er an re nd at on nt ha es st en ed to it ou ea hi is or ti as te et ng of al de se le sa si ar ve ra ld ur ' +
    'io ic ll ne be me ro co ri li om el la ma no ce us ca so pe ta na ho lo ee ss tr ac po ec ie ol em ai mo ni ag fo fr ' +
    'pr ad un ut id ch ow wh wi we wa ay pl ab am ap av bl bo br by ck cl cr ct da di do du eg ep ev ew ey ex fe ff fi fl ' +
    'ga ge gh gr gu ha if ig il im ip ir iv ke ki lt ly mb mi mp mu my nc ns nu ob oc od og oi ok oo op os ot ov pa pi pt ' +
    'pu qu rd rk rm rn rr rs rt ru ry sc sh sk sl sp su ty ub uc ue ug ui ul um up va vi wo ye ys bu ba bi ef ei eb ob ' +
    'jo ju je ja ka ko ku ga go gi dd mm nn pp tt tu tw ts gs ds ls ms ks ws ps ft xt xp ud ua uo oa oe ia iz ze za zo az ' +
    'sw sm sn sy dy gy ph rc rg rl rp rv nk nv nf ny lf ls lv lu dr dm bj cy cu af aw au ak ah ax'
  ).split(' '),
);

/** Share of letter pairs that are common in English; about a third in random letters. */
function commonShare(letters: string): number {
  let common = 0;
  for (let index = 1; index < letters.length; index += 1) {
    if (commonPairs.has(letters.slice(index - 1, index + 1))) common += 1;
  }
  return common / (letters.length - 1);
}

const letterRuns = /[A-Z]?[a-z]+|[A-Z]+/g;

/** Share of characters in pieces that read like words: `userAccount2` has 11 of 12. */
export function wordShare(value: string): number {
  let signs = 0;
  for (const [piece] of value.matchAll(letterRuns)) {
    if (piece.length < 3 || commonShare(piece.toLowerCase()) < 0.7) continue;
    // Three letters often form a word by chance.
    signs += piece.length === 3 ? 1.5 : piece.length;
  }
  return signs / value.length;
}

/** True for a text of words, names or version numbers. */
export function isWordy(value: string): boolean {
  return wordShare(value) >= 0.5;
}

/** Number of character kinds in a value: lower case, upper case, digits, others. */
export function countKinds(value: string): number {
  let kinds = 0;
  if (/[a-z]/.test(value)) kinds += 1;
  if (/[A-Z]/.test(value)) kinds += 1;
  if (/\d/.test(value)) kinds += 1;
  if (/[^A-Za-z0-9]/.test(value)) kinds += 1;
  return kinds;
}
