// Strict JSON (RFC 8259) from pieces of bytes: checks safetensors headers of 100 MB and model configurations without holding
// them. Readers differ on equal keys, so they are reported.

import { createJsonGrammar, type JsonBounds, type JsonGrammar, type JsonHandler } from './json-grammar.ts';
import { createStringReader } from './json-string.ts';

/** The text breaks the grammar or a bound. */
export class JsonSyntaxError extends Error {
  readonly kind: 'grammar' | 'limit';
  readonly offset: number;

  constructor(kind: 'grammar' | 'limit', offset: number) {
    super(`JSON ${kind} at ${offset}`);
    this.name = 'JsonSyntaxError';
    this.kind = kind;
    this.offset = offset;
  }
}

export interface JsonTokenizer {
  push: (bytes: Uint8Array) => void;
  /** Ends the text; fails if it is incomplete. */
  end: () => void;
}

const maxWordLength = 900;
const quote = 0x22;

/** Starts a text at `baseOffset` of its file. */
export function createJsonTokenizer(handler: JsonHandler, bounds: JsonBounds, baseOffset = 0): JsonTokenizer {
  const strings = createStringReader(bounds.maxStringBytes);
  let offset = baseOffset;
  let word = '';
  let inString = false;
  const fail = (kind: 'grammar' | 'limit' = 'grammar'): never => {
    throw new JsonSyntaxError(kind, offset);
  };
  const grammar = createJsonGrammar(handler, bounds, fail);

  function endWord(): void {
    if (word === '') return;
    grammar.word(word);
    word = '';
  }

  function takeByte(byte: number): void {
    if (isWordByte(byte)) {
      if (word.length > maxWordLength) fail();
      word += String.fromCharCode(byte);
      return;
    }
    endWord();
    if (byte === quote) {
      grammar.beginString();
      inString = true;
      strings.clear();
    } else if (!takeSign(byte, grammar) && !isSpace(byte)) fail();
  }

  return {
    push(bytes) {
      const start = offset;
      for (let at = 0; at < bytes.length; ) {
        offset = start + at;
        if (inString) {
          at = strings.take(bytes, at, fail);
          if (!strings.isClosed()) break;
          inString = false;
          grammar.string(strings.decode(fail), start + at);
        } else {
          takeByte(bytes[at] ?? 0);
          at += 1;
        }
      }
      offset = start + bytes.length;
    },
    end() {
      endWord();
      if (inString) fail();
      grammar.end();
    },
  };
}

function takeSign(byte: number, grammar: JsonGrammar): boolean {
  if (byte === 0x7b) grammar.open('object');
  else if (byte === 0x7d) grammar.close('object');
  else if (byte === 0x5b) grammar.open('array');
  else if (byte === 0x5d) grammar.close('array');
  else if (byte === 0x2c) grammar.comma();
  else if (byte === 0x3a) grammar.colon();
  else return false;
  return true;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isWordByte(byte: number): boolean {
  const isDigit = byte >= 0x30 && byte <= 0x39;
  const isLetter = (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
  return isDigit || isLetter || byte === 0x2d || byte === 0x2b || byte === 0x2e;
}
