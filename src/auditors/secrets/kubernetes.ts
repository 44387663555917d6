/** Values of Kubernetes Secret manifests, in YAML and JSON: everything under `data` or `stringData` is secret. */
import { Buffer } from 'node:buffer';
import { isPlaceholder } from './placeholders.ts';
import { ranks, type Scan, type Trigger } from './rule.ts';

const maxBefore = 4096;
const maxAfter = 32_768;
/** A Secret has two; manifests with several are read up to this bound. */
const maxSections = 8;
const kind = /kind["']?\s{0,4}:\s{0,4}["']?Secret["']?(?![A-Za-z])/iy;
/** A value on the line of its key, or a block of base64 below it. */
const entry =
  /^([ \t]*)["']?([A-Za-z0-9._-]{1,253})["']?[ \t]*:[ \t]*(?:[|>][+-]?[ \t]*\r?\n((?:[ \t]+[A-Za-z0-9+/=]{4,}[ \t]*(?:\r?\n|$)){1,512})|["']?([^\s"',}|>]{1,16384})["']?)/gm;
const section = /(?<![A-Za-z])["']?(data|stringData)["']?[ \t]*:[ \t]*(?:\r?\n|\{)/g;

export const kubernetesTriggers: readonly Trigger[] = [
  { keyword: 'kind: Secret', probe: findSecret },
  { keyword: 'kind:  Secret', probe: findSecret },
  { keyword: 'kind: "Secret', probe: findSecret },
  { keyword: "kind: 'Secret", probe: findSecret },
  { keyword: 'kind": "Secret', probe: findSecret },
  { keyword: 'kind":"Secret', probe: findSecret },
  { keyword: 'kind" : "Secret', probe: findSecret },
];

function findSecret(scan: Scan, at: number): void {
  const { text } = scan;
  if (at < scan.manifestsReadTo) return;
  kind.lastIndex = at;
  if (!kind.test(text)) return;
  const { from, to } = documentAround(text, at, scan.manifestsReadTo);
  const document = text.slice(from, to);
  scan.manifestsReadTo = to;
  for (const match of Array.from(document.matchAll(section)).slice(0, maxSections)) {
    const isEncoded = match[1] === 'data';
    readEntries(document, match.index + match[0].length, (value, start) => {
      if (isEncoded ? !isEncodedSecret(value) : isPlaceholder(value) || value.length < 4) return;
      const place = { start: from + start, end: from + start + value.length };
      scan.found.push({ type: 'kubernetes_secret', ...place, score: 0.9, rank: ranks.structure });
    });
  }
}

/** Gives the document of a stream around a place. */
function documentAround(text: string, at: number, notBefore: number): { from: number; to: number } {
  const earliest = Math.max(notBefore, at - maxBefore);
  const lead = text.slice(earliest, at).lastIndexOf('\n---');
  const from = lead === -1 ? earliest : earliest + lead + 4;
  const trail = text.slice(at, at + maxAfter).indexOf('\n---');
  return { from, to: trail === -1 ? Math.min(text.length, at + maxAfter) : at + trail };
}

/** Reads the entries below a section: while they keep its indentation, or up to the closing brace. */
function readEntries(document: string, from: number, onValue: (value: string, start: number) => void): void {
  const isJson = document[from - 1] === '{';
  const rest = document.slice(from);
  const body = isJson ? rest.slice(0, rest.indexOf('}') + 1).replaceAll(',', '\n') : rest;
  let indent: number | undefined;
  for (const match of body.matchAll(entry)) {
    const width = (match[1] ?? '').length;
    if (!isJson) {
      indent ??= width;
      if (width < indent || indent === 0) return;
      if (width > indent) continue;
    }
    const value = (match[3] ?? match[4] ?? '').trim();
    onValue(value, from + match.index + match[0].lastIndexOf(value));
  }
}

/** True for base64 of something that is neither empty nor a stand-in. */
function isEncodedSecret(lines: string): boolean {
  const value = lines.replaceAll(/\s+/g, '');
  if (value.length < 6 || !/^[A-Za-z0-9+/]+={0,2}$/.test(value) || (value.length < 10 && value.length % 4 !== 0))
    return false;
  const decoded = Buffer.from(value, 'base64').toString('utf8').trim();
  return decoded.length >= 3 && !isPlaceholder(decoded);
}
