/** Finds identifiers of many kinds in one pass: walks a tree over all written forms from each start of a word. */
import type { Entity } from '../recogniser.ts';
import type { IdKind } from './id-kind.ts';

interface Node {
  /** Next node by class of character (`9`, `A`, `U`, `X`, `~`) or by the character itself. */
  readonly next: Map<string, Node>;
  readonly kinds: IdKind[];
  edges: readonly Edge[];
}

interface Edge {
  readonly accepts: (unit: number) => boolean;
  readonly node: Node;
}

/** Words for an identifier of no particular kind; enough for a number whose check digits are valid. */
const genericCue =
  /\b(?:national (?:id|identity|identification)|identity (?:card|number|document)|identification (?:number|no)|id (?:card|number|no|#)|personal (?:id|number|code|identity)|tax(?:payer)? (?:id|number|no|identification)|social (?:security|insurance) (?:number|no)|citizen (?:id|card|number)|document number|vat (?:id|number|no|reg))/i;
/** Most letters before the first digit of a format. */
const maxLead = 8;
const reachBefore = 64;
const reachBehind = 32;

/** Compiles the tree. The scanner takes a text and the region whose own identifiers need no cue. */
export function createIdScanner(kinds: readonly IdKind[]): (text: string, region: string) => Entity[] {
  const root = createTree(kinds);
  return (text, region) => {
    const found: Entity[] = [];
    let nextDigit = -1;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      if (!isAlphanumeric(unit)) continue;
      if (isFreeBefore(text, index)) {
        if (nextDigit < index) nextDigit = findDigit(text, index);
        if (nextDigit === -1) return found;
        if (nextDigit - index <= maxLead) walk({ text, region, start: index, found }, root, index);
      }
      while (isAlphanumeric(text.charCodeAt(index + 1))) index += 1;
    }
    return found;
  };
}

interface Walk {
  readonly text: string;
  readonly region: string;
  readonly start: number;
  readonly found: Entity[];
}

function walk(state: Walk, node: Node, index: number): void {
  if (node.kinds.length > 0 && isFreeAfter(state.text, index)) judge(state, node.kinds, index);
  if (index >= state.text.length) return;
  const unit = state.text.charCodeAt(index);
  for (const edge of node.edges) if (edge.accepts(unit)) walk(state, edge.node, index + 1);
}

function judge({ text, region, start, found }: Walk, kinds: readonly IdKind[], end: number): void {
  const compact = text
    .slice(start, end)
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toUpperCase();
  let context: string | undefined;
  for (const kind of kinds) {
    if (!kind.accepts(compact)) continue;
    context ??= contextOf(text, start, end);
    const score = scoreOf(kind, context, region);
    if (score > 0) found.push({ type: kind.type, start, end, score });
  }
}

/** Gives the words around a span; empty if there are none, so that rows of numbers are scanned fast. */
function contextOf(text: string, start: number, end: number): string {
  const around = `${text.slice(Math.max(0, start - reachBefore), start)}\n${text.slice(end, end + reachBehind)}`;
  return /\p{L}/u.test(around) ? around : '';
}

function scoreOf(kind: IdKind, context: string, region: string): number {
  if (context !== '' && kind.cue.test(context)) return kind.cued;
  const isHome = kind.country === region;
  const bare = isHome && kind.bare >= 0.3 ? Math.min(0.85, kind.bare + 0.2) : kind.bare;
  if (context === '' || kind.bare < 0.25 || bare >= 0.65) return bare;
  return genericCue.test(context) ? 0.65 : bare;
}

function createTree(kinds: readonly IdKind[]): Node {
  const root = createNode();
  for (const kind of kinds) {
    for (const format of kind.formats) {
      let node = root;
      for (const sign of format) {
        const next = node.next.get(sign) ?? createNode();
        node.next.set(sign, next);
        node = next;
      }
      node.kinds.push(kind);
    }
  }
  link(root);
  return root;
}

function createNode(): Node {
  return { next: new Map(), kinds: [], edges: [] };
}

function link(node: Node): void {
  node.edges = [...node.next].map(([sign, next]) => ({ accepts: classes[sign] ?? isSign(sign), node: next }));
  for (const { node: next } of node.edges) link(next);
}

const classes: Readonly<Record<string, (unit: number) => boolean>> = {
  '9': isDigit,
  A: isLetter,
  U: isCapital,
  X: isAlphanumeric,
  '~': (unit) => unit === 0x20 || unit === 0xa0 || isDash(unit) || unit === 0x2e,
  ' ': (unit) => unit === 0x20 || unit === 0xa0,
  '-': isDash,
};

function isSign(sign: string): (unit: number) => boolean {
  const lower = sign.toLowerCase().charCodeAt(0);
  const upper = sign.toUpperCase().charCodeAt(0);
  return (unit) => unit === lower || unit === upper;
}

function isDash(unit: number): boolean {
  return unit === 0x2d || unit === 0x2010 || unit === 0x2011 || unit === 0x2013;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

function isCapital(unit: number): boolean {
  return unit >= 65 && unit <= 90;
}

function isLetter(unit: number): boolean {
  return isCapital(unit) || (unit >= 97 && unit <= 122);
}

function isAlphanumeric(unit: number): boolean {
  return isDigit(unit) || isLetter(unit);
}

function findDigit(text: string, from: number): number {
  for (let index = from; index < text.length; index += 1) if (isDigit(text.charCodeAt(index))) return index;
  return -1;
}

/** True if the place is not inside a longer number, name or decimal. */
function isFreeBefore(text: string, index: number): boolean {
  if (index === 0) return true;
  const unit = text.charCodeAt(index - 1);
  if (isAlphanumeric(unit) || unit === 0x5f || unit > 0xbf) return unit > 0x2000;
  if (unit === 0x2e || isDash(unit)) return !isAlphanumeric(text.charCodeAt(index - 2));
  return true;
}

function isFreeAfter(text: string, index: number): boolean {
  if (index >= text.length) return true;
  const unit = text.charCodeAt(index);
  if (isAlphanumeric(unit) || unit === 0x5f || (unit > 0xbf && unit < 0x2000)) return false;
  if (isDash(unit)) return !isAlphanumeric(text.charCodeAt(index + 1));
  return unit !== 0x2e || !isDigit(text.charCodeAt(index + 1));
}
