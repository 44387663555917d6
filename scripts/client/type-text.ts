/** JSON Schema shapes as TypeScript types. Named shapes (`$id`) become interfaces of their own. */
import { isRecord } from '@assay/sdk/contract';
import type { TSchema } from 'typebox';

type Json = Readonly<Record<string, unknown>>;

export interface TypeTexts {
  /** The type of a sent shape: exactly the declared members. */
  request(schema: TSchema): string;
  /** The type of an answer: open to values and members of newer releases. */
  answer(schema: TSchema): string;
  /** Declarations of all named shapes, sorted by name. */
  declarations(): string;
}

export function createTypeTexts(): TypeTexts {
  const declared = new Map<string, string>();
  const open = new Set<string>();

  const named = (name: string, schema: Json, isAnswer: boolean): string => {
    const typeName = isAnswer ? name : `${name}Input`;
    if (open.has(typeName) || declared.has(typeName)) return typeName;
    open.add(typeName);
    const comment = toComment(schema['description'], '');
    declared.set(typeName, `${comment}export type ${typeName} = ${shapeOf(schema, isAnswer)};\n`);
    open.delete(typeName);
    return typeName;
  };

  const of = (value: unknown, isAnswer: boolean): string => {
    if (!isRecord(value)) return 'unknown';
    const { $id: name } = value;
    return typeof name === 'string' ? named(name, value, isAnswer) : shapeOf(value, isAnswer);
  };

  const shapeOf = (schema: Json, isAnswer: boolean): string => {
    if ('const' in schema) return JSON.stringify(schema['const']);
    if (Array.isArray(schema['enum']))
      return union(
        withOthers(
          schema['enum'].map((one) => JSON.stringify(one)),
          isAnswer,
        ),
      );
    const alternatives = schema['anyOf'] ?? schema['oneOf'];
    if (Array.isArray(alternatives)) return unionOf(alternatives, isAnswer);
    if (Array.isArray(schema['allOf'])) return schema['allOf'].map((one) => of(one, isAnswer)).join(' & ');
    switch (schema['type']) {
      case 'string':
        return 'string';
      case 'number':
      case 'integer':
        return 'number';
      case 'boolean':
        return 'boolean';
      case 'null':
        return 'null';
      case 'array':
        return `readonly ${grouped(of(schema['items'], isAnswer))}[]`;
      case 'object':
        return objectOf(schema, isAnswer);
      default:
        return 'unknown';
    }
  };

  /** A union of constants is an enumeration; newer releases may have more values. */
  const unionOf = (alternatives: readonly unknown[], isAnswer: boolean): string => {
    const isWord = (one: unknown) => isRecord(one) && typeof one['const'] === 'string';
    const texts = alternatives.map((one) => of(one, isAnswer));
    return union(alternatives.some(isWord) ? withOthers(texts, isAnswer) : texts);
  };

  const objectOf = (schema: Json, isAnswer: boolean): string => {
    const patterns = schema['patternProperties'];
    const properties = isRecord(schema['properties']) ? schema['properties'] : {};
    const required: unknown = schema['required'];
    const names = Object.keys(properties);
    if (names.length === 0) {
      const values = isRecord(patterns) ? Object.values(patterns)[0] : schema['additionalProperties'];
      return `Readonly<Record<string, ${isRecord(values) ? of(values, isAnswer) : 'unknown'}>>`;
    }
    const members = names.map((name) => {
      const member: unknown = properties[name];
      const isRequired = Array.isArray(required) && required.includes(name);
      const comment = isRecord(member) ? toComment(member['description'], '  ') : '';
      const optional = isRequired ? '' : '?';
      const type = of(member, isAnswer);
      return `${comment}  readonly ${toName(name)}${optional}: ${isRequired ? type : `${type} | undefined`};\n`;
    });
    return `{\n${members.join('')}}`;
  };

  return {
    request: (schema) => of(schema, false),
    answer: (schema) => of(schema, true),
    declarations: () =>
      [...declared]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, text]) => text)
        .join('\n'),
  };
}

function withOthers(words: readonly string[], isAnswer: boolean): readonly string[] {
  const isText = words.some((word) => word.startsWith('"'));
  return isAnswer && isText ? [...words, '(string & Record<never, never>)'] : words;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].map(grouped).join(' | ');
}

function grouped(type: string): string {
  return type.startsWith('readonly ') || isCompound(type) ? `(${type})` : type;
}

/** True for a union or an intersection without brackets. */
function isCompound(type: string): boolean {
  const plain = type.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  let depth = 0;
  for (let at = 0; at < plain.length; at += 1) {
    const char = plain.charAt(at);
    if ('{(['.includes(char)) depth += 1;
    else if ('})]'.includes(char)) depth -= 1;
    else if (depth === 0 && /^ [|&] /.test(plain.slice(at, at + 3))) return true;
  }
  return false;
}

/** Gives a member's name as TypeScript writes it. */
export function toName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

export function toComment(text: unknown, indent: string): string {
  if (typeof text !== 'string' || text === '') return '';
  return `${indent}/** ${text.replaceAll('*/', '* /')} */\n`;
}
