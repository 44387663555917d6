/** Prints documents in the form of files. */
import { Document, Scalar, visit } from 'yaml';

export type FileFormat = 'yaml' | 'json';

/** Prints documents as one text: YAML with `---` between them, or JSON, as a list unless there is exactly one. */
export function printDocuments(documents: readonly unknown[], format: FileFormat): string {
  if (format === 'yaml') return documents.map(printYaml).join('---\n');
  return `${escapeUnseen(JSON.stringify(documents.length === 1 ? documents[0] : documents, null, 2), toJsonEscape)}\n`;
}

/** Characters that a terminal may obey or hide: C1 controls, direction marks, other line ends. */
const unseen = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

function printYaml(value: unknown): string {
  const document = new Document(value, { version: '1.2', schema: 'core', aliasDuplicateObjects: false });
  // Only double quotes can hold an escape.
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'string' && node.value.search(unseen) >= 0) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return escapeUnseen(document.toString({ lineWidth: 0 }), toYamlEscape);
}

/** JSON has escapes for UTF-16 units only, YAML for any character. */
function escapeUnseen(text: string, toEscape: (character: string) => string): string {
  return text.replaceAll(unseen, toEscape);
}

function toJsonEscape(character: string): string {
  return Array.from({ length: character.length }, (_, index) => `\\u${toHex(character.charCodeAt(index), 4)}`).join('');
}

function toYamlEscape(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  return point > 0xffff ? `\\U${toHex(point, 8)}` : `\\u${toHex(point, 4)}`;
}

function toHex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
