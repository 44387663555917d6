/** Tells whether a sentence of a document does what the user asked for; then it is no foreign order. */

/** Words without meaning, found in every request and order. */
const empty = new Set(
  `the and for with this that from have has are was were will would could should can please you your yours into about
  what when where which who how why them they their there here our ours its it his her him she not any all some more most
  one two three me my mine tell give show write make use add send summarise summarize explain describe find answer reply
  email mail document page file text user assistant model`.split(/\s+/),
);
const shortestWord = 3;
/** Share of the sentence's meaningful words that the request must hold. */
const enough = 0.6;
const fewest = 2;

/** Both texts folded. */
export function servesRequest(sentence: string, request: string): boolean {
  const asked = tellingWords(request);
  const said = tellingWords(sentence);
  if (said.size < fewest) return false;
  let shared = 0;
  for (const word of said) if (asked.has(word)) shared += 1;
  return shared >= fewest && shared / said.size >= enough;
}

function tellingWords(folded: string): Set<string> {
  return new Set(folded.split(/[ .]+/).filter((word) => word.length >= shortestWord && !empty.has(word)));
}
