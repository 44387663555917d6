// The grammar of JSON over whole tokens: their order, the keys of each object, depth and length.

/** Receives the parts of the text in order. */
export interface JsonHandler {
  open: (kind: 'object' | 'array') => void;
  close: (kind: 'object' | 'array') => void;
  key: (text: string) => void;
  /** `text` is undefined for a string longer than the bound. */
  string: (text: string | undefined) => void;
  number: (text: string) => void;
  literal: (value: true | false | null) => void;
  /** Called when an object repeats the key just given. */
  duplicate: (offset: number) => void;
}

/** Bounds of a text. */
export interface JsonBounds {
  maxDepth: number;
  maxStringBytes: number;
  /** Keys and values in the whole text. */
  maxEntries: number;
  /** Accepts `NaN`, `Infinity` and `-Infinity`, as Python's json module writes them. */
  pythonNumbers?: boolean;
}

/** Ends the text at the offending token. */
export type JsonFail = (kind?: 'grammar' | 'limit') => never;

export interface JsonGrammar {
  /** A number or a literal. */
  word: (word: string) => void;
  /** Takes a string: a key or a value, depending on its place. */
  string: (text: string | undefined, offset: number) => void;
  /** Fails if no string may begin here. */
  beginString: () => void;
  open: (kind: 'object' | 'array') => void;
  close: (kind: 'object' | 'array') => void;
  comma: () => void;
  colon: () => void;
  /** Fails if the text is incomplete. */
  end: () => void;
}

type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'nothing';

const numberShape = /^-?(?:0|[1-9][0-9]{0,400})(?:\.[0-9]{1,400})?(?:[eE][+-]?[0-9]{1,6})?$/;
const pythonNumberShape = /^(?:NaN|-?Infinity)$/;

/** Starts a text. */
export function createJsonGrammar(handler: JsonHandler, bounds: JsonBounds, fail: JsonFail): JsonGrammar {
  const frames: { kind: 'object' | 'array'; keys: Set<string> }[] = [];
  let expected: Expected = 'value';
  let entries = 0;

  function countEntry(): void {
    entries += 1;
    if (entries > bounds.maxEntries) fail('limit');
  }

  function beginValue(): void {
    if (expected !== 'value' && expected !== 'value-or-end') fail();
    countEntry();
  }

  function endValue(): void {
    expected = frames.length === 0 ? 'nothing' : 'comma-or-end';
  }

  function takeKey(key: string, offset: number): void {
    countEntry();
    const keys = frames.at(-1)?.keys;
    handler.key(key);
    if (keys?.has(key) === true) handler.duplicate(offset);
    keys?.add(key);
    expected = 'colon';
  }

  return {
    word(word) {
      beginValue();
      takeWord(word, handler, bounds, fail);
      endValue();
    },
    string(text, offset) {
      if (expected === 'key' || expected === 'key-or-end') return takeKey(text ?? fail('limit'), offset);
      beginValue();
      handler.string(text);
      endValue();
    },
    beginString() {
      if (expected === 'colon' || expected === 'comma-or-end' || expected === 'nothing') fail();
    },
    open(kind) {
      beginValue();
      if (frames.length >= bounds.maxDepth) fail('limit');
      frames.push({ kind, keys: new Set() });
      handler.open(kind);
      expected = kind === 'object' ? 'key-or-end' : 'value-or-end';
    },
    close(kind) {
      const empty = kind === 'object' ? 'key-or-end' : 'value-or-end';
      if (frames.at(-1)?.kind !== kind || (expected !== empty && expected !== 'comma-or-end')) fail();
      frames.pop();
      handler.close(kind);
      endValue();
    },
    comma() {
      if (expected !== 'comma-or-end') fail();
      expected = frames.at(-1)?.kind === 'object' ? 'key' : 'value';
    },
    colon() {
      if (expected !== 'colon') fail();
      expected = 'value';
    },
    end() {
      if (expected !== 'nothing') fail();
    },
  };
}

function takeWord(word: string, handler: JsonHandler, bounds: JsonBounds, fail: JsonFail): void {
  if (word === 'true') handler.literal(true);
  else if (word === 'false') handler.literal(false);
  else if (word === 'null') handler.literal(null);
  else if (numberShape.test(word)) handler.number(word);
  else if (bounds.pythonNumbers === true && pythonNumberShape.test(word)) handler.number(word);
  else fail();
}
