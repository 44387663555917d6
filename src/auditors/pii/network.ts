/** Addresses of machines: IP by parser (ipaddr.js), MAC by shape. */
import ipaddr from 'ipaddr.js';
import type { Entity, Recogniser } from './recogniser.ts';
import { hasContext } from './recogniser.ts';

const v4 = /(?<![\w.-])(?:\d{1,3}\.){3}\d{1,3}(?![\w-]|\.\w)/g;
const v6 =
  /(?<![\w:.])(?:[0-9A-Fa-f]{1,4}|:)?:(?:[0-9A-Fa-f]{0,4}:){1,6}(?:[0-9A-Fa-f]{1,4}|(?:\d{1,3}\.){3}\d{1,3})?(?![\w:]|\.\w)/g;
const versionWords = /\b(?:versions?|ver|v|releases?|section|chapter|build|firmware)\b/i;
const ipWords = /\b(?:ips?|address(?:es)?|host|server|visitors?|users?|clients?|log(?:ged|in)?)\b/i;
/** Words that tie a shared address to a person. */
const personWords =
  /\b(?:ips?|users?|visitors?|customers?|clients?|logged|log ?ins?|sessions?|blocked|banned|his|her|employee|laptop)\b/i;

/** Ranges that identify no machine of a person. */
const impersonal = new Set(['unspecified', 'loopback', 'broadcast', 'linkLocal']);
const shared = new Set(['private', 'uniqueLocal', 'carrierGradeNat', 'multicast']);

/** Finds IP addresses. Version numbers, loopback and link-local addresses do not count. */
export function findIpAddresses(text: string): Entity[] {
  const found: Entity[] = [];
  for (const pattern of text.includes(':') ? [v4, v6] : [v4]) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      const score = scoreAddress(match[0]);
      const before = text.slice(Math.max(0, start - 64), start);
      if (score === 0 || (versionWords.test(before) && !ipWords.test(before))) continue;
      const raised = score < 0.8 && hasContext(text, start, end, personWords) ? 0.6 : score;
      found.push({ type: 'ip_address', start, end, score: raised });
    }
  }
  return found;
}

function scoreAddress(value: string): number {
  if (value.includes(':') ? !ipaddr.IPv6.isValid(value) : !ipaddr.IPv4.isValidFourPartDecimal(value)) return 0;
  // `::A` in a text is an indented line of a talk page, not an address.
  if (value.includes(':') && value.length < 6) return 0;
  const range = ipaddr.parse(value).range();
  if (impersonal.has(range)) return 0;
  return shared.has(range) ? 0.4 : 0.85;
}

/** Hardware addresses in six groups. */
export const macAddress: Recogniser = {
  type: 'mac_address',
  minDigits: 0,
  pattern: /(?<![\w:-])[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![\w:-])/g,
  accepts: (value) => !/^(?:00[:-]){5}00$|^(?:ff[:-]){5}ff$/i.test(value),
  bare: 0.85,
  withContext: 0.95,
  context: /\b(?:mac|hardware address|ethernet|device)\b/i,
};
