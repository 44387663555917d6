// Finds escapes from a chat template (Jinja): attributes that begin with an underscore lead from any object to Python's builtins,
// and so do a few other names. Text that a template prints does not matter, only the content of its tags.

import type { Report } from './report.ts';
import { findPieces, type Token } from './template-pieces.ts';

/** Attributes without leading underscores that lead to frames, code objects or globals of Python. */
const innerAttributes = new Set(
  (
    'mro gi_frame gi_code gi_yieldfrom cr_frame cr_code cr_await ag_frame ag_code ag_await f_back f_globals f_locals ' +
    'f_builtins f_code tb_frame tb_next func_globals func_code func_closure func_defaults im_func im_self im_class ' +
    'co_consts co_code popen subprocess importlib builtins'
  ).split(' '),
);
/** Names that no template needs and attacks call. */
const outerNames = new Set(
  'os sys subprocess importlib builtins eval exec compile open globals locals getattr lipsum request'.split(' '),
);
const importTags = new Set(['import', 'include', 'extends', 'from']);
const maxTokens = 500_000;

/** Reports the dangerous names that a template uses. */
export function inspectTemplate(template: string, offset: number, report: Report): void {
  const { tags, unclosed } = splitTags(template);
  if (unclosed) report.add('template_malformed', { offset });
  for (const tag of tags) inspectTag(tag, offset, report);
}

function inspectTag(tag: { isStatement: boolean; tokens: Token[] }, offset: number, report: Report): void {
  const { tokens } = tag;
  const [first] = tokens;
  if (tag.isStatement && first?.kind === 'name' && importTags.has(first.value)) {
    report.add('template_import', { offset, module: first.value });
  }
  for (const [index, token] of tokens.entries()) {
    const reach = reachOf(token, tokens[index - 1], tokens[index + 1]);
    if (reach !== undefined) report.add('template_code', { offset, module: reach });
  }
  for (const piece of findPieces(tokens)) report.add('template_code', { offset, module: piece });
}

/** Names the danger of a token, if there is any. */
function reachOf(token: Token, before: Token | undefined, after: Token | undefined): string | undefined {
  const isAttribute = before?.kind === 'sign' && before.value === '.';
  const isFilter = before?.kind === 'sign' && before.value === '|';
  if (token.kind === 'sign') return undefined;
  // Matches a dunder anywhere inside a tag: as a name, or in a string that names it later.
  if (/__[A-Za-z]/.test(token.value)) return 'dunder';
  if (token.kind === 'text') return textReach(token, after);
  if (isAttribute && token.value.startsWith('_')) return 'private attribute';
  if (isAttribute && innerAttributes.has(token.value)) return token.value;
  // `attr` accepts an attribute name built from pieces.
  if (isFilter && token.value === 'attr') return 'attr filter';
  const isUse = after?.kind === 'sign' && (after.value === '.' || after.value === '(' || after.value === '[');
  if (!isAttribute && !isFilter && isUse && outerNames.has(token.value)) return token.value;
  return undefined;
}

/** Matches strings that form a dunder (`'__'`, `'_class_'`, `'_' * 2`, `'\x5f'`, `'%c'`) and names of inner attributes. */
function textReach({ value, hasEscape }: Token, after: Token | undefined): string | undefined {
  if (innerAttributes.has(value) && value !== 'mro') return value;
  if (hasEscape === true && value.includes('_')) return 'escaped underscore';
  const isDoubled = value === '_' && after?.kind === 'sign' && after.value === '*';
  if (isDoubled || /^__+$/.test(value) || /^_[a-z]+_$/.test(value)) return 'dunder piece';
  return value.includes('%c') ? 'character code' : undefined;
}

function splitTags(template: string): { tags: { isStatement: boolean; tokens: Token[] }[]; unclosed: boolean } {
  const tags: { isStatement: boolean; tokens: Token[] }[] = [];
  let count = 0;
  let at = 0;
  for (;;) {
    at = template.indexOf('{', at);
    if (at < 0) return { tags, unclosed: false };
    const opener = template[at + 1];
    if (opener === '#') {
      const end = template.indexOf('#}', at + 2);
      if (end < 0) return { tags, unclosed: true };
      at = end + 2;
    } else if (opener === '{' || opener === '%') {
      const read = readTag(template, at + 2, opener === '{' ? '}}' : '%}');
      tags.push({ isStatement: opener === '%', tokens: read.tokens });
      count += read.tokens.length;
      if (!read.closed || count > maxTokens) return { tags, unclosed: true };
      at = read.end;
    } else at += 1;
  }
}

function readTag(template: string, from: number, closer: string): { tokens: Token[]; end: number; closed: boolean } {
  const tokens: Token[] = [];
  let at = from;
  while (at < template.length) {
    const sign = template[at] ?? '';
    if (sign === '"' || sign === "'") {
      const { value, hasEscape, end } = readText(template, at + 1, sign);
      tokens.push({ kind: 'text', value, hasEscape });
      at = end;
    } else if (isNameStart(sign)) {
      let end = at + 1;
      while (end < template.length && isNamePart(template[end] ?? '')) end += 1;
      tokens.push({ kind: 'name', value: template.slice(at, end) });
      at = end;
    } else if (template.startsWith(closer, at)) {
      return { tokens, end: at + closer.length, closed: true };
    } else {
      // `-` next to an opener or closer only trims space; other space means nothing.
      if (sign.trim() !== '' && !(sign === '-' && (at === from || template.startsWith(closer, at + 1)))) {
        tokens.push({ kind: 'sign', value: sign });
      }
      at += 1;
    }
  }
  return { tokens, end: at, closed: false };
}

function readText(template: string, from: number, quote: string): { value: string; hasEscape: boolean; end: number } {
  const pieces: string[] = [];
  let hasEscape = false;
  let at = from;
  while (at < template.length) {
    const sign = template[at] ?? '';
    if (sign === quote) return { value: pieces.join(''), hasEscape, end: at + 1 };
    if (sign !== '\\') {
      pieces.push(sign);
      at += 1;
      continue;
    }
    const code = readEscape(template, at + 1);
    hasEscape ||= code.isCode;
    pieces.push(code.value);
    at = code.end;
  }
  return { value: pieces.join(''), hasEscape, end: at };
}

const codeEscape = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|N\{([^}]{1,40})\})/;

function readEscape(template: string, from: number): { value: string; isCode: boolean; end: number } {
  const match = codeEscape.exec(template.slice(from, from + 48));
  if (match === null) return { value: template[from] ?? '', isCode: false, end: from + 1 };
  const [whole, hex2, hex4, hex8, octal, name] = match;
  const end = from + whole.length;
  if (name !== undefined) return { value: /low line/i.test(name) ? '_' : '?', isCode: true, end };
  const code = octal === undefined ? Number.parseInt(hex2 ?? hex4 ?? hex8 ?? '0', 16) : Number.parseInt(octal, 8);
  return { value: code <= 0x10ffff ? String.fromCodePoint(code) : '?', isCode: true, end };
}

function isNameStart(sign: string): boolean {
  return /[A-Za-z_]/.test(sign) || sign > '\x7f';
}

function isNamePart(sign: string): boolean {
  return /[A-Za-z0-9_]/.test(sign) || sign > '\x7f';
}
