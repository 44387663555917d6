/** Secrets in one text: one pass finds keywords, rules inspect each place, then overlaps are settled. */
import { createHmac } from 'node:crypto';
import { assignmentTriggers, assignmentTypes } from './assignments.ts';
import { awsPairTriggers } from './aws-pairs.ts';
import { innerTriggers, innerTypes } from './inner-tokens.ts';
import { jwtTriggers } from './jwt.ts';
import { createKeywordScanner } from './keyword-scanner.ts';
import { kubernetesTriggers } from './kubernetes.ts';
import { loginTriggers } from './logins.ts';
import { namedKeys } from './named-key-table.ts';
import { namedKeyTriggers } from './named-keys.ts';
import { resolveOverlaps } from './overlaps.ts';
import { privateKeyTriggers } from './private-keys.ts';
import { proseTriggers } from './prose-passwords.ts';
import { type RawFinding, ranks, type Scan, type TokenRow, type Trigger } from './rule.ts';
import { toTriggers } from './token-rules.ts';
import { aiTokens } from './tokens-ai.ts';
import { businessTokens } from './tokens-business.ts';
import { cloudTokens } from './tokens-cloud.ts';
import { codeTokens } from './tokens-code.ts';
import { urlTriggers } from './urls.ts';

export interface SecretFinding {
  readonly type: string;
  /** Line of the text, from 1. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly score: number;
  /** Short keyed hash: distinguishes secrets within one process and reveals nothing. */
  readonly fingerprint: string;
}

/** All tokens with a literal prefix. */
export const tokenRows: readonly TokenRow[] = [...aiTokens, ...cloudTokens, ...codeTokens, ...businessTokens];

const triggers: readonly Trigger[] = [
  ...tokenRows.flatMap(toTriggers),
  ...innerTriggers,
  ...awsPairTriggers,
  ...jwtTriggers,
  ...privateKeyTriggers,
  ...urlTriggers,
  ...loginTriggers,
  ...kubernetesTriggers,
  ...namedKeyTriggers,
  ...proseTriggers,
  ...assignmentTriggers,
];

/** Every type that can be reported. */
export const secretTypes: readonly string[] = [
  ...new Set([
    ...tokenRows.map(([id]) => id),
    ...innerTypes,
    ...namedKeys.map(({ id }) => id),
    ...['private_key', 'putty_private_key', 'google_service_account_key', 'jwt', 'url_credentials'],
    ...['connection_string_password', 'basic_authorization', 'bearer_token', 'netrc_password', 'registry_auth'],
    ...['command_login', 'kubernetes_secret'],
    ...assignmentTypes,
  ]),
];

/** Keywords of the one pass over a text. */
export const keywords: readonly string[] = triggers.map(({ keyword }) => keyword);

const scanner = createKeywordScanner(keywords);

/** Conditions of a finding besides its score. */
export interface SecretLimits {
  /** Least entropy, in bits per character, of a key identified by its name alone. */
  readonly minEntropy: number;
  /**
   * Leave out findings identified only by a name or a preceding word; the other formats are fixed by a provider or a standard.
   */
  readonly verifiedFormatsOnly: boolean;
}

export const defaultLimits: SecretLimits = { minEntropy: 3, verifiedFormatsOnly: false };

export interface SecretDetector {
  /** Finds secrets of at least the given score. The findings do not overlap and are in text order. */
  detect(text: string, threshold: number, limits?: SecretLimits): SecretFinding[];
}

/** Makes a detector. Without the key, fingerprints are useless. */
export function createSecretDetector({ fingerprintKey }: { readonly fingerprintKey: Uint8Array }): SecretDetector {
  const fingerprint = (secret: string): string =>
    createHmac('sha256', fingerprintKey).update(secret).digest('hex').slice(0, 12);

  return {
    detect(text, threshold, limits = defaultLimits) {
      const found = findRaw(text, limits.minEntropy);
      if (found.length === 0) return [];
      const leastRank = limits.verifiedFormatsOnly ? ranks.named : ranks.assignment;
      const kept = resolveOverlaps(found.filter(({ score, rank }) => score >= threshold && rank >= leastRank));
      return withLines(text, kept, fingerprint);
    },
  };
}

function findRaw(text: string, minEntropy: number): RawFinding[] {
  const scan: Scan = {
    text,
    minEntropy,
    found: [],
    namesReadTo: 0,
    blocksReadTo: 0,
    manifestsReadTo: 0,
    tokensReadTo: 0,
    headersReadTo: 0,
    commandsReadTo: 0,
    runFrom: 0,
    runTo: 0,
  };
  scanner.scan(text, (keyword, start) => triggers[keyword]?.probe(scan, start));
  return scan.found;
}

function withLines(
  text: string,
  found: readonly RawFinding[],
  fingerprint: (secret: string) => string,
): SecretFinding[] {
  let line = 1;
  let index = text.indexOf('\n');
  return found.map(({ type, start, end, score }) => {
    while (index !== -1 && index < start) {
      line += 1;
      index = text.indexOf('\n', index + 1);
    }
    return { type, line, start, end, score, fingerprint: fingerprint(text.slice(start, end)) };
  });
}
