/**
 * Gives foreign answers the one form in which they are checked and recorded (contract 2.2, 2.5, 2.6). Only freedoms of
 * the contract are evened out; a value that breaks a rule stays as it is, for the check to refuse.
 */
import { normalizeFramework } from './compliance.ts';
import { defaultAuditorVersion } from './names.ts';
import { isRecord } from './record.ts';

const optionalMembers = new Set([
  'timestamp',
  'confidence',
  'metadata',
  'provenance',
  'detail',
  'nonce',
  'compliance_framework',
  'control_id',
]);

/** ISO 8601, extended or basic, with any precision. Python prints a space and no zone. */
const anyTime =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[Tt ](\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d{1,30}))?)?)?)?(?:[Zz]|([+-]\d{2})(?::?(\d{2}))?)?$/;

/**
 * Gives the RFC 3339 form of an ISO 8601 time; a time without zone is read as UTC.
 *
 * @returns `undefined` for other text. Ranges (month 13) are not checked here.
 */
export function normalizeTime(text: string): string | undefined {
  const found = anyTime.exec(text);
  if (found === null) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction, zoneHour, zoneMinute = '00'] = found;
  const part = fraction === undefined ? '' : `.${fraction.slice(0, 9)}`;
  const zone = zoneHour === undefined ? 'Z' : `${zoneHour}:${zoneMinute}`;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${part}${zone}`;
}

/**
 * Normalises a foreign claim: `null` for an optional member is an absent member, a missing timestamp is `now`, the
 * framework is in lower case. Unknown members are kept. Members are in lexical order, so that hashing need not sort.
 */
export function normalizeClaim(candidate: unknown, now: string): unknown {
  if (!isRecord(candidate)) return candidate;
  const claim: Record<string, unknown> = { timestamp: now, ...withoutNulls(candidate) };
  const { timestamp, compliance_framework: framework } = claim;
  if (typeof timestamp === 'string') claim['timestamp'] = normalizeTime(timestamp) ?? timestamp;
  if (typeof framework === 'string') claim['compliance_framework'] = normalizeFramework(framework) ?? framework;
  return Object.fromEntries(Object.entries(claim).sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** Normalises a foreign health body: an auditor that reports no version has the default one (contract 9.2). */
export function normalizeHealth(candidate: unknown): unknown {
  if (!isRecord(candidate)) return candidate;
  return { ...candidate, version: candidate['version'] ?? defaultAuditorVersion };
}

/** Normalises a foreign vocabulary: `null` for the parts of an entry that may be empty, and a missing version. */
export function normalizeVocabulary(candidate: unknown): unknown {
  if (!isRecord(candidate)) return candidate;
  const { version, vocabulary } = candidate;
  return {
    ...candidate,
    version: version ?? defaultAuditorVersion,
    vocabulary: Array.isArray(vocabulary) ? vocabulary.map(normalizeEntry) : vocabulary,
  };
}

function normalizeEntry(entry: unknown): unknown {
  if (!isRecord(entry)) return entry;
  const { description, value_schema: schema, settings } = entry;
  return {
    ...entry,
    description: description ?? '',
    value_schema: schema ?? {},
    settings: Array.isArray(settings) ? settings.map(normalizeSetting) : (settings ?? []),
  };
}

function normalizeSetting(setting: unknown): unknown {
  return isRecord(setting) ? { ...setting, default: setting['default'] ?? null } : setting;
}

function withoutNulls(claim: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(claim).filter(([key, value]) => value !== null || !optionalMembers.has(key)),
  );
}
