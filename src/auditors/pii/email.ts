/** E-mail addresses: walks outwards from each `@`, so the work is linear. */
import type { Entity } from './recogniser.ts';

const maxLocal = 64;
const maxDomain = 253;
const localSign = /[\p{L}\p{N}._%+'-]/u;
const domainSign = /[\p{L}\p{N}.-]/u;
const domainShape = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}(?:\p{L}{2,24}|xn--[a-z0-9-]{2,59})$/u;
/** `picture@2x.png` is a file name. */
const fileEnding = /\.(?:png|jpe?g|gif|svg|webp|css|js|ts|json|html?|pdf)$/i;

/** Banks after the `@` of an Indian payment address, which is no mail address. */
const paymentHandles: ReadonlySet<string> = new Set(
  'upi ybl ibl axl apl paytm ptsbi ptaxis pthdfc ptyes okhdfcbank okicici oksbi okaxis icici hdfcbank sbi axisbank axis kotak yesbank pnb barodampay idfcbank indus airtel freecharge waaxis wahdfcbank waicici wasbi jupiteraxis fam ikwik superyes yapl rapl'.split(
    ' ',
  ),
);

/** Finds e-mail addresses, and payment addresses of the same form. */
export function findEmails(text: string): Entity[] {
  const found: Entity[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const start = walkLeft(text, at);
    const end = walkRight(text, at);
    const local = text.slice(start, at);
    const domain = text.slice(at + 1, end);
    if (!isLocal(local)) continue;
    if (paymentHandles.has(domain.toLowerCase())) found.push({ type: 'in_upi', start, end, score: 0.9 });
    if (!domainShape.test(domain) || fileEnding.test(domain)) continue;
    if (isUserInfo(text, start) || (local === 'git' && text[end] === ':')) continue;
    found.push({ type: 'email', start, end, score: 0.97 });
  }
  return found;
}

function isLocal(local: string): boolean {
  return (
    local !== '' &&
    !local.startsWith('.') &&
    !local.endsWith('.') &&
    !local.includes('..') &&
    /[\p{L}\p{N}]/u.test(local)
  );
}

function walkLeft(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < maxLocal && localSign.test(text[start - 1] ?? '')) start -= 1;
  while (start < at && /['.%-]/.test(text[start] ?? '')) start += 1;
  return start;
}

function walkRight(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && end - at <= maxDomain && domainSign.test(text[end] ?? '')) end += 1;
  while (end > at + 1 && /[.-]/.test(text[end - 1] ?? '')) end -= 1;
  return end;
}

/** `scheme://user:word@host` is a login in a URL, not a mail address. */
function isUserInfo(text: string, start: number): boolean {
  return /:\/\/[^\s/@]{0,64}$/.test(text.slice(Math.max(0, start - 72), start));
}

const spelled = / ?[[({<] ?at ?[\])}>] ?| at (?=[\p{L}\p{N}-]{1,63} dot )/giu;
const spelledDomain = /[\p{L}\p{N}-]{1,63}(?:(?: ?[[({<] ?(?:dot|\.) ?[\])}>] ?| dot |\.)[\p{L}\p{N}-]{1,63}){1,4}/iuy;
const topLevel =
  /(?:com|org|net|edu|gov|mil|info|biz|io|ai|co|me|dev|app|eu|uk|de|fr|es|it|nl|be|at|ch|pl|pt|se|no|dk|fi|ie|cz|ru|ua|in|au|nz|jp|cn|kr|br|mx|ar|ca|us|za|tr|il|sg)$/i;

/** Finds addresses spelled to evade programs: `jane (at) example (dot) org`. */
export function findSpelledEmails(text: string): Entity[] {
  const found: Entity[] = [];
  for (const match of text.matchAll(spelled)) {
    const start = walkLeft(text, match.index);
    spelledDomain.lastIndex = match.index + match[0].length;
    const domain = spelledDomain.exec(text)?.[0] ?? '';
    if (!isLocal(text.slice(start, match.index)) || !topLevel.test(domain)) continue;
    const score = match[0] === ' at ' ? 0.65 : 0.85;
    found.push({ type: 'email', start, end: match.index + match[0].length + domain.length, score });
  }
  return found;
}
