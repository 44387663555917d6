/** Checks that a text can be stored: Cedar that parses, within bounds, with known annotations. */
import type { CedarHost } from '../../../policy/cedar-host.ts';
import { combinePolicies } from '../../../policy/combine.ts';
import { PolicyError } from '../../../policy/policy-error.ts';
import { ExpressionDepthError, findPolicyReads } from '../../../policy/policy-reads.ts';
import { readPolicyJson, splitPolicies } from '../../../policy/policy-text.ts';
import { unreadable } from './problems.ts';

export const maxTextBytes = 256 * 1024;
export const maxPoliciesOfLevel = 500;
/** Less than a whole set may have: as a permit of an inner level an expression is nested into another one. */
export const maxDepth = 80;

/** @throws AppError `unprocessable` (`policy_syntax`) with line, column and suggestion. */
export function assertReadable(cedar: CedarHost, name: string, text: string): void {
  try {
    if (Buffer.byteLength(text, 'utf8') > maxTextBytes) {
      throw new PolicyError([{ message: `the text is larger than ${maxTextBytes} bytes` }]);
    }
    const sources = splitPolicies(cedar, text);
    if (sources.length === 0) throw new PolicyError([{ message: 'the text holds no policy' }]);
    if (sources.length > maxPoliciesOfLevel) {
      throw new PolicyError([{ message: `the text has more than ${maxPoliciesOfLevel} policies` }]);
    }
    for (const source of sources) {
      const { line, column } = source;
      try {
        findPolicyReads(readPolicyJson(cedar, source, text).conditions, maxDepth);
      } catch (cause) {
        if (!(cause instanceof ExpressionDepthError)) throw cause;
        throw new PolicyError([{ message: cause.message, line, column }], { cause });
      }
    }
    // Checks annotations and ids.
    combinePolicies([{ kind: 'org', id: 'text', records: [{ name, text }] }], cedar);
  } catch (cause) {
    if (!(cause instanceof PolicyError)) throw cause;
    throw unreadable(cause.issues.map(({ level: _level, record: _record, ...issue }) => issue));
  }
}
