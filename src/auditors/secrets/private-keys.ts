/** Private keys by the structure of their blocks (RFC 7468, OpenSSH, PGP, PuTTY), not public keys or certificates. */
import { isStandIn } from './placeholders.ts';
import { shannonEntropy } from './randomness.ts';
import { ranks, type Scan, type Trigger } from './rule.ts';

const maxBlock = 32_768;
const begin = /-{4,5} ?BEGIN[ ]{1,2}((?:[A-Z0-9]{1,16}[ ]){0,3})PRIVATE KEY(?: BLOCK)? ?-{4,5}/iy;
/** Lines of base64, their ends literal or escaped, with the quotes that programs put around lines. */
const headlessLines = /^(?:\s|\\r|\\n|["'+,]){0,64}(?:[A-Za-z0-9+/=]{16,512}(?:\s|\\r|\\n|["'+,]){0,16}){1,512}/;
const puttyLines = /Private-Lines: \d{1,3}\s{1,2}((?:[A-Za-z0-9+/=]{4,76}\s{0,2}){1,96})/y;

export const privateKeyTriggers: readonly Trigger[] = [
  { keyword: '---BEGIN ', probe: (scan, at) => findPem(scan, at - 2) },
  // The RFC 4716 form has four dashes and a blank.
  { keyword: '---- BEGIN SSH2', probe: findPem },
  { keyword: 'Private-Lines:', probe: findPutty },
];

function findPem(scan: Scan, at: number): void {
  const { text, found } = scan;
  if (at < scan.blocksReadTo) return;
  begin.lastIndex = at;
  const head = begin.exec(text);
  if (head === null) return;
  const bodyStart = begin.lastIndex;
  const { body, end, isWhole } = readBody(text, bodyStart);
  scan.blocksReadTo = bodyStart;
  if (!looksLikeKey(body, isWhole)) return;
  scan.blocksReadTo = end;
  const isServiceAccount = text.slice(Math.max(0, at - 1024), at).includes('service_account');
  found.push({
    type: isServiceAccount ? 'google_service_account_key' : 'private_key',
    start: at,
    end,
    score: isWhole ? 0.99 : 0.95,
    rank: ranks.block,
  });
}

interface Body {
  readonly body: string;
  readonly end: number;
  /** False for a block without its END line; then the base64 after its head is taken. */
  readonly isWhole: boolean;
}

/** Reads the text below a head; the next BEGIN ends it, which also keeps the work linear. */
function readBody(text: string, from: number): Body {
  const window = text.slice(from, from + maxBlock);
  const interruption = window.indexOf('---BEGIN');
  const block = interruption === -1 ? window : window.slice(0, interruption);
  const footer = block.search(/--- ?END/);
  if (footer === -1) {
    const body = headlessLines.exec(block)?.[0] ?? '';
    return { body, end: from + body.length, isWhole: false };
  }
  const close = block.indexOf('---', footer + 7);
  return {
    body: block.slice(0, footer),
    end: from + (close === -1 ? footer + 7 : Math.min(close + 5, block.length)),
    isWhole: true,
  };
}

function looksLikeKey(body: string, isWhole: boolean): boolean {
  const signs = body.replaceAll(/\\[rnt]|[^A-Za-z0-9+/=]/g, '');
  if (signs.length < (isWhole ? 24 : 40)) return false;
  // Words between the lines of a block are an explanation, not a key; base64 has few short runs.
  const sample = signs.slice(0, 512);
  const longest = Math.max(...body.split(/[^A-Za-z0-9+/=]+|\\[rnt]/, 64).map((run) => run.length));
  return (
    longest >= 16 &&
    shannonEntropy(sample) >= 3.2 &&
    !isStandIn(signs.slice(0, 64)) &&
    !/\.{3}|…/.test(body.slice(0, 200))
  );
}

function findPutty({ text, found }: Scan, at: number): void {
  puttyLines.lastIndex = at;
  const lines = puttyLines.exec(text)?.[1];
  if (lines === undefined || lines.length < 24 || shannonEntropy(lines) < 3.2) return;
  const start = text.indexOf(lines, at);
  found.push({ type: 'putty_private_key', start, end: start + lines.trimEnd().length, score: 0.95, rank: ranks.block });
}
