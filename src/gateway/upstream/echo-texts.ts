/** The texts of a call that the built-in model reads: the one that it repeats, and all that it counts as tokens. */

/** The words of an answer, and what it says about itself. */
export interface EchoSaid {
  readonly text: string;
  readonly model: string;
  /** Seconds since the epoch. */
  readonly created: number;
  /** Tokens of the texts of the call, and of the answer. */
  readonly tokens: { readonly input: number; readonly output: number };
}

/** The text of the user in a list of messages, for the built-in model. */
export function lastUserText(list: unknown): string {
  const messages: unknown[] = Array.isArray(list) ? list : [];
  const last = messages.findLast((message) => Reflect.get(Object(message), 'role') === 'user');
  const content: unknown = Reflect.get(Object(last), 'content');
  if (typeof content === 'string') return content;
  const parts: unknown[] = Array.isArray(content) ? content : [];
  return parts
    .map((part) => Reflect.get(Object(part), 'text'))
    .filter((text) => typeof text === 'string')
    .join('\n');
}

/** Members of a call with what the model is given, in any API. */
const given = ['system', 'instructions', 'messages', 'prompt', 'suffix', 'input'] as const;

/** Members of messages, items and parts with text. */
const textMembers = [
  'content',
  'text',
  'refusal',
  'summary',
  'thinking',
  'tool_calls',
  'function',
  'arguments',
  'output',
];

/** Counts what a call gives the model: each text by the counter, and each number of a prompt of token ids as one. */
export async function countGiven(body: Record<string, unknown>, countTokens: CountTokens): Promise<number> {
  let tokens = 0;
  for (const name of given) {
    for (const text of textsIn(body[name])) tokens += typeof text === 'number' ? 1 : await countTokens(text);
  }
  return tokens;
}

/** Counts the tokens of one text. */
export type CountTokens = (text: string) => Promise<number>;

function* textsIn(value: unknown): Generator<string | number> {
  if (typeof value === 'string' || typeof value === 'number') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item);
  else if (typeof value === 'object' && value !== null) {
    for (const name of textMembers) yield* textsIn(Reflect.get(value, name));
  }
}

/** The pieces of a streamed answer: together they are the text. */
export function words(text: string): string[] {
  return text.match(/\s*\S+|\s+/g) ?? [];
}
