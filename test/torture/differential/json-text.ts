/** JSON as hostile writers write it: escapes, layout, numbers that no double holds, and members that occur twice. */
import { isRecord } from '@assay/sdk/contract';
import { isList } from '../../../src/gateway/proxy/json-tree.ts';
import type { Draw } from './random.ts';

/** A number with exactly these digits. */
export class RawNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** In an object: a member of the same name precedes this one. */
export class Twice {
  readonly first: unknown;
  readonly second: unknown;
  constructor(first: unknown, second: unknown) {
    this.first = first;
    this.second = second;
  }
}

export interface Writing {
  /** Characters written as escapes: none, some, all. */
  readonly escapes: 'none' | 'some' | 'all';
  readonly layout: '' | ' ' | '\n\t';
}

export function drawWriting(draw: Draw): Writing {
  return { escapes: draw.oneOf(['none', 'none', 'some', 'all']), layout: draw.oneOf(['', '', ' ', '\n\t']) };
}

export function writeJson(value: unknown, writing: Writing): string {
  const { layout } = writing;
  if (value instanceof RawNumber) return value.text;
  if (typeof value === 'string') return writeString(value, writing);
  if (isList(value)) return `[${value.map((item) => layout + writeJson(item, writing)).join(',')}${layout}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).flatMap(([key, item]) => {
    const values = item instanceof Twice ? [item.first, item.second] : [item];
    return values.map((one) => `${layout}${writeString(key, writing)}${layout}:${layout}${writeJson(one, writing)}`);
  });
  return `{${members.join(',')}${layout}}`;
}

function writeString(text: string, { escapes }: Writing): string {
  if (escapes === 'none') return JSON.stringify(text);
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const isEscaped = escapes === 'all' || at % 3 === 0;
    pieces.push(isEscaped ? `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}` : escapeOne(text.charAt(at)));
  }
  return `"${pieces.join('')}"`;
}

/** A lone surrogate is escaped as such. */
function escapeOne(char: string): string {
  return JSON.stringify(char).slice(1, -1);
}
