/** Tells stop sequences of published prompt formats, such as `<|im_end|>` or `\nObservation:`, from text. */

/** Words of such sequences: parts of a conversation and of its markup. None of them is an instruction. */
const words: ReadonlySet<string> = new Set(
  [
    'ai assistant bot human user customer model query question answer observation thought action input output final q a',
    'im eot eom eos bos end start begin of turn text sentence header id message inst task call tool function calls use',
    'return response result results summary think thinking reasoning code sql json python xml s sep pad stop done terminate',
  ].flatMap((line) => line.split(' ')),
);
const longest = 40;
const maxWords = 4;

/** True for a sequence of punctuation and a few of these words, without a digit. */
export function isPlainStopSequence(sequence: string): boolean {
  if (sequence.length > longest || !/^[\sa-z!-/:-@[-`{-~\uff5c\u2581]*$/i.test(sequence)) return false;
  const found = sequence.toLowerCase().match(/[a-z]+/g) ?? [];
  return found.length <= maxWords && found.every((word) => words.has(word));
}
