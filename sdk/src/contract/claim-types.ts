/** The claim types of the contract (2.5): for each, the check of its value and its Cedar type. */
import { isWellFormedText } from './bounds.ts';
import { isRecord } from './record.ts';

export type ClaimType = 'score_normalized' | 'boolean' | 'string' | 'string_list' | 'count' | 'duration_ms' | 'object';

export interface ClaimTypeRow {
  readonly expects: string;
  readonly cedarType: 'decimal' | 'Bool' | 'String' | 'Set<String>' | 'Long' | 'Record';
  readonly accepts: (value: unknown) => boolean;
}

const isFiniteNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

export const claimTypes: Readonly<Record<ClaimType, ClaimTypeRow>> = {
  score_normalized: {
    expects: 'a number from 0.0 to 1.0',
    cedarType: 'decimal',
    accepts: (value) => isFiniteNumber(value) && value >= 0 && value <= 1,
  },
  boolean: { expects: 'true or false', cedarType: 'Bool', accepts: (value) => typeof value === 'boolean' },
  string: {
    expects: 'a well-formed string without U+0000',
    cedarType: 'String',
    accepts: (value) => typeof value === 'string' && isWellFormedText(value),
  },
  string_list: {
    expects: 'a list of well-formed strings without U+0000',
    cedarType: 'Set<String>',
    accepts: (value) =>
      Array.isArray(value) && value.every((item) => typeof item === 'string' && isWellFormedText(item)),
  },
  count: {
    expects: 'an integer within 2^53-1',
    cedarType: 'Long',
    accepts: (value) => Number.isSafeInteger(value),
  },
  duration_ms: {
    expects: 'a number of milliseconds within 2^53-1',
    cedarType: 'Long',
    accepts: (value) => isFiniteNumber(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER,
  },
  object: {
    expects: 'an object',
    cedarType: 'Record',
    accepts: (value) => isRecord(value),
  },
};

export const claimTypeNames = [
  'score_normalized',
  'boolean',
  'string',
  'string_list',
  'count',
  'duration_ms',
  'object',
] as const satisfies readonly ClaimType[];
