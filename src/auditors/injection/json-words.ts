/**
 * Blanks the machine parts of a JSON text (member names, numbers, ids, addresses), so that the trained model reads
 * what people wrote and not the words of a schema. Offsets stay, and the text need not be valid: gateways show JSON
 * with its escapes decoded, and several texts in one. Rules and layers read the whole text.
 */

/** A text, or a paragraph of it, that starts like an object or a list. */
const opening = /(?:^[ \t\r\n]{0,64}|\n\n[ \t]{0,16})(?:\{\s*["}]|\[\s*["{[\]\d-])/;
/** A name of a member without a blank in it. A sentence in a name is read. */
const name = /(?<before>[{,]\s*)"(?<token>[\p{L}\p{N}_$.:/@-]{1,64})"(?=\s*:)/gu;
const literal = /(?<before>[:,[]\s*)(?<token>-?\d[\d.eE+-]{0,64}|true|false|null)(?=\s*[,\]}])/g;
/** A value without a blank. */
const value = /(?<before>[:,[]\s*)"(?<token>[^\s"\\]{1,256})"(?=\s*[,\]}])/g;
/** Few words alone in one list are labels; more may be a sentence. */
const labels = /\[\s*(?:"[^\s"\\]{1,64}"\s*,\s*){0,3}"[^\s"\\]{1,64}"\s*\]/g;
const anySign = /\S/g;
/** An id, a date, a path, an address; a word alone in a list, with its punctuation, is read. */
const isMark = /[\d_/@\\=+#&%$<>{}[\]|~^*]|[.:]\S|\p{Ll}\p{Lu}/u;
/** From this number of words on, a name or id is a sentence in disguise. */
const sentenceWords = 5;
const wordParts = /\p{Lu}?\p{Ll}+|\p{Lu}+|\p{Lo}/gu;
/** Words of sentences that rarely name anything in schemas; if they are alone, all words alone form a sentence. */
const sentenceWord =
  /"(?:the|you|your|my|me|all|any|every|and|that|this|them|their|these|those|must|should|will|are|was|with|please|not|do)"\s*:?/gi;
const enough = 2;

/** Gives the text with its JSON blanked; unchanged if none of it is JSON. Same length, linear time. */
export function blankJson(text: string): string {
  const from = text.search(opening);
  if (from === -1) return text;
  const json = text.slice(from);
  const sentences = findSentences(json);
  const named = sentences.inNames ? json : json.replace(name, blank);
  const counted = named.replace(literal, (_, before: string, token: string) => before + ' '.repeat(token.length));
  const unlabelled = sentences.inValues
    ? counted
    : counted.replace(labels, (list) =>
        (list.match(wordParts)?.length ?? 0) > sentenceWords ? list : list.replace(anySign, ' '),
      );
  const valued = unlabelled.replace(value, (whole: string, before: string, token: string) => {
    const isKind = before.startsWith(':') && !sentences.inValues;
    return isKind || isMark.test(token) ? blank(whole, before, token) : whole;
  });
  return text.slice(0, from) + valued;
}

function findSentences(json: string): { readonly inNames: boolean; readonly inValues: boolean } {
  const names = new Set<string>();
  const values = new Set<string>();
  for (const [each] of json.matchAll(sentenceWord)) {
    const word = each.slice(1, each.indexOf('"', 1)).toLowerCase();
    (each.endsWith(':') ? names : values).add(word);
  }
  return { inNames: names.size >= enough, inValues: values.size >= enough };
}

/** Removes quotes, and the words inside unless they are a sentence. */
function blank(_whole: string, before: string, token: string): string {
  return `${before} ${blankToken(token)} `;
}

function blankToken(token: string): string {
  return (token.match(wordParts)?.length ?? 0) >= sentenceWords ? token : ' '.repeat(token.length);
}
