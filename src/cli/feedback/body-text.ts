/** Extracts the judged text from a saved body of a request or an answer. */
import { looseJson } from './loose-json.ts';

export type BodySide = 'request' | 'response';

export interface BodyText {
  /** The main text; empty if the body has none. */
  readonly text: string;
  /** Phase in which it was judged. */
  readonly phase: string;
  /** Other texts that were judged separately, by their name in spans. */
  readonly places: readonly SeparateText[];
}

export interface SeparateText {
  /** Id of a document, `system`, or the part `input` or `output` of a tool's run. */
  readonly id: string;
  readonly text: string;
}

/**
 * Reads the user's texts of a request, or the answer's texts of a response, joined by a blank line as auditors see
 * them. System texts, tool results and documents are separate places.
 */
export function readBodyText(body: string, side: BodySide): BodyText {
  const value = looseJson.parse(body);
  if (side === 'response') {
    // An answer that is no JSON of the API was judged as plain text.
    const text = value === undefined ? joinTexts(eventTexts(body)) || body : joinTexts(answerTexts(value));
    return { text, phase: 'response', places: [] };
  }
  const data = looseJson.member(value, 'data');
  if (data !== undefined) return readClaimsRequest(value, data);
  const messages = looseJson.list(looseJson.member(value, 'messages'));
  const ofRole = (...roles: readonly string[]): string[] =>
    messages
      .filter((message) => roles.includes(String(looseJson.member(message, 'role'))))
      .flatMap((message) => contentTexts(looseJson.member(message, 'content')));
  const prompt = looseJson.member(value, 'input') ?? looseJson.member(value, 'prompt');
  const system = [...ofRole('system', 'developer'), ...contentTexts(looseJson.member(value, 'system'))];
  return {
    text: joinTexts([...ofRole('user'), ...contentTexts(prompt)]),
    phase: 'request',
    places: [{ id: 'system', text: joinTexts(system) }, ...messages.flatMap(messagePlaces)].filter(hasText),
  };
}

/** A body of `POST /v1/evaluate` (contract 2.3). */
function readClaimsRequest(value: unknown, data: unknown): BodyText {
  const phase = looseJson.text(looseJson.member(value, 'phase')) ?? 'request';
  const metadata = looseJson.member(data, 'metadata');
  const textOf = (holder: unknown, name: string): string => looseJson.text(looseJson.member(holder, name)) ?? '';
  const [input, output] = [textOf(data, 'input'), textOf(data, 'output')];
  const documents = looseJson
    .list(looseJson.member(metadata, 'documents'))
    .map((document) => ({ id: textOf(document, 'id'), text: textOf(document, 'text') }));
  const ofPhase =
    phase === 'execution'
      ? { text: joinTexts([input, output]), parts: [place('input', input), place('output', output)] }
      : { text: phase === 'response' ? output : input, parts: [place('system', textOf(metadata, 'system'))] };
  return { text: ofPhase.text, phase, places: [...ofPhase.parts, ...documents].filter(hasText) };
}

/** Messages of assistants and tools, and tool results within a user's message, are documents: each is judged alone. */
function messagePlaces(message: unknown, index: number): SeparateText[] {
  const content = looseJson.member(message, 'content');
  const whole = joinTexts(contentTexts(content));
  const named = (member: string): string => looseJson.text(looseJson.member(message, member)) ?? `messages.${index}`;
  switch (looseJson.member(message, 'role')) {
    case 'assistant':
      return [place(`messages.${index}`, whole)];
    case 'tool':
      return [place(named('tool_call_id'), whole)];
    case 'function':
      return [place(named('name'), whole)];
    default:
      return looseJson.list(content).flatMap((part) => {
        const id = looseJson.text(looseJson.member(part, 'tool_use_id'));
        return id === undefined ? [] : [place(id, joinTexts(contentTexts(looseJson.member(part, 'content'))))];
      });
  }
}

const place = (id: string, text: string): SeparateText => ({ id, text });

const hasText = ({ text }: SeparateText): boolean => text !== '';

/** Content is one text, or a list of parts, some with text. */
function contentTexts(content: unknown): string[] {
  const text = looseJson.text(content);
  if (text !== undefined) return [text];
  return looseJson
    .list(content)
    .flatMap((part) => looseJson.text(part) ?? looseJson.text(looseJson.member(part, 'text')) ?? []);
}

/** Choices of chat completions, or the content of a message. */
function answerTexts(value: unknown): string[] {
  const choices = looseJson.list(looseJson.member(value, 'choices'));
  return [
    ...choices.flatMap((choice) => contentTexts(looseJson.member(looseJson.member(choice, 'message'), 'content'))),
    ...contentTexts(looseJson.member(value, 'content')),
  ];
}

/** Deltas of an event stream: one text for each choice or block. */
function eventTexts(body: string): string[] {
  const texts = new Map<number, string>();
  const add = (index: unknown, text: unknown): void => {
    if (typeof text !== 'string') return;
    const place = typeof index === 'number' ? index : 0;
    texts.set(place, (texts.get(place) ?? '') + text);
  };
  for (const line of body.split(/\r?\n/)) {
    if (!line.startsWith('data:')) continue;
    const event = looseJson.parse(line.slice('data:'.length));
    for (const choice of looseJson.list(looseJson.member(event, 'choices'))) {
      add(looseJson.member(choice, 'index'), looseJson.member(looseJson.member(choice, 'delta'), 'content'));
    }
    add(looseJson.member(event, 'index'), looseJson.member(looseJson.member(event, 'delta'), 'text'));
  }
  return [...texts].toSorted(([left], [right]) => left - right).map(([, text]) => text);
}

const joinTexts = (texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n\n');
