/**
 * Bounds on the content of a claim (contract 2.5 rules 1 and 2; the figures are ours where the contract leaves them
 * open). One walk measures JSON size and depth and refuses values that JSON or UTF-8 cannot carry.
 */
export const bounds = {
  claimsPerResponse: 256,
  valueBytes: 64 * 1024,
  valueDepth: 10,
  detailBytes: 256 * 1024,
  detailDepth: 16,
  metadataBytes: 64 * 1024,
  metadataDepth: 16,
  provenanceBytes: 64 * 1024,
  requestBytes: 10 * 1024 * 1024,
  nonceMinBytes: 16,
  nonceMaxBytes: 64,
} as const;

/** True for text without U+0000 and lone surrogates, which UTF-8 and databases can hold. */
export function isWellFormedText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** Largest ratio of a value's JSON length to the walk's count (a number counts 1 and prints up to 25). */
const worstExpansion = 25;

/**
 * Checks a JSON-like value against a size in bytes of its JSON and a depth that counts objects and lists.
 *
 * @returns `undefined` if it fits, otherwise a sentence with the problem that never quotes the value
 */
export function findBoundViolation(value: unknown, limits: { bytes: number; depth: number }): string | undefined {
  // Most values are a single number or boolean, which fits every real limit.
  if (typeof value === 'number' && limits.bytes >= worstExpansion) return findNumberProblem(value);
  if (typeof value === 'boolean' && limits.bytes >= worstExpansion) return undefined;
  const budget = { bytes: limits.bytes, depth: limits.depth, atLeast: 0 };
  const problem = walk(value, 0, budget);
  if (problem !== undefined || budget.atLeast * worstExpansion <= limits.bytes) return problem;
  return new TextEncoder().encode(JSON.stringify(value)).byteLength > limits.bytes ? tooLarge(limits) : undefined;
}

interface Budget {
  readonly bytes: number;
  readonly depth: number;
  /** A lower bound of the JSON's bytes: enough to stop early on large values and to skip printing small ones. */
  atLeast: number;
}

// Plain functions with the budget as an argument: closures for each call would cost more than the walk itself.
function walk(node: unknown, depth: number, budget: Budget): string | undefined {
  if (budget.atLeast > budget.bytes) return tooLarge(budget);
  if (typeof node === 'string') {
    budget.atLeast += node.length + 2;
    return isWellFormedText(node) ? undefined : 'contains U+0000 or a lone surrogate';
  }
  if (typeof node === 'number') {
    budget.atLeast += 1;
    return findNumberProblem(node);
  }
  if (typeof node === 'boolean' || node === null) {
    budget.atLeast += 4;
    return undefined;
  }
  if (typeof node !== 'object') return `contains ${typeof node}, which JSON cannot represent`;
  if (depth >= budget.depth) return `is nested deeper than ${budget.depth} levels`;
  if (Array.isArray(node)) return walkList(node, depth, budget);
  return isPlainObject(node) ? walkMembers(node, depth, budget) : 'contains an object that is neither plain nor a list';
}

function walkList(list: readonly unknown[], depth: number, budget: Budget): string | undefined {
  budget.atLeast += 1 + list.length;
  for (const item of list) {
    const problem = walk(item, depth + 1, budget);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function walkMembers(record: Readonly<Record<string, unknown>>, depth: number, budget: Budget): string | undefined {
  budget.atLeast += 1;
  for (const key of Object.keys(record)) {
    if (!isWellFormedText(key)) return 'contains a member name with U+0000 or a lone surrogate';
    budget.atLeast += key.length + 4;
    const problem = walk(record[key], depth + 1, budget);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function tooLarge({ bytes }: { readonly bytes: number }): string {
  return `is larger than ${bytes} bytes`;
}

/** JSON parsers read an integer past 2^53-1 differently, so it cannot be hashed (RFC 8785 section 3.2.2.3). */
function findNumberProblem(value: number): string | undefined {
  if (!Number.isFinite(value)) return 'contains a number that is not finite';
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? 'contains an integer beyond 2^53-1' : undefined;
}

/** A class instance may print as anything (`toJSON`), so the checked value would not be the signed one. */
function isPlainObject(node: object): node is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(node);
  return prototype === Object.prototype || prototype === null;
}
