/**
 * Gives the texts of a definition that a model reads, for judging: name, title and description in one text, and
 * everything else in another: descriptions of parameters, member names, allowed values, examples, and text in unusual
 * places. Only the keywords of JSON Schema and of MCP are left out.
 */
import { eachText } from './hidden-text.ts';
import { contentKeywords, schemaKeywords } from './protocol-keywords.ts';

/** Without its server and hash, as a server wrote it. */
export type WrittenTool = Readonly<Record<string, unknown>>;

/** Gives one or two texts; none is empty. Names are quoted as in JSON, so that auditors can tell them from sentences. */
export function toModelTexts({ name, title, description, ...rest }: WrittenTool): readonly string[] {
  const [called = '', ...said] = [name, title, description].filter(isText);
  const head = isText(name) ? print([{ name, texts: said }]) : [called, ...said].join('\n');
  const members = listMembers(rest);
  return [head, members.length === 0 ? '' : print(members)].filter((each) => each !== '');
}

/** Gives any other listed entry (a prompt, a resource) as one text; empty if it says nothing. */
export function toListedText(entry: Readonly<Record<string, unknown>>): string {
  const members = listMembers([...namesOf(entry), ...Object.values(entry)]);
  return members.length === 0 ? '' : print(members);
}

/** Member names that no MCP entry has. */
const namesOf = (entry: object): string[] => Object.keys(entry).filter((name) => !contentKeywords.has(name));

interface Member {
  readonly name: string;
  readonly texts: readonly string[];
}

/** Lists each name and each text once, in order, a text at the name before it. */
function listMembers(value: object): Member[] {
  const seen = new Set<string>();
  const members: { readonly name: string; readonly texts: string[] }[] = [];
  const isNew = (text: string) => {
    const counts = text.trim() !== '' && !schemaKeywords.has(text) && !seen.has(text);
    seen.add(text);
    return counts;
  };
  eachText(value, (text, isName) => {
    if (!isNew(text)) return;
    const last = members.at(-1);
    if (isName) members.push({ name: text, texts: [] });
    else if (last === undefined) members.push({ name: '', texts: [text] });
    else last.texts.push(text);
  });
  return members;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Printed as auditors read JSON: with the escapes of its strings decoded. */
function print(members: readonly Member[]): string {
  const lines = members.map(({ name, texts }) => {
    const said = texts.length === 0 ? 'null' : texts.map((text) => `"${text}"`).join(',\n');
    return `"${name}": ${said}`;
  });
  return `{${lines.join(',\n')}}`;
}
