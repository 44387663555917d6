/** Whether tests can hold together in a phase, and whether they imply another test. */
import type { Phase } from '@assay/sdk/contract';
import type { Atom, Conjunction } from './condition-atoms.ts';
import { namespace } from './entity-model.ts';
import { phaseActions } from './policy-question.ts';
import type { GeneratedSchema } from './schema.ts';

/** Why tests cannot hold together. */
export interface Contradiction {
  readonly code: 'claim_not_in_phase' | 'never_applies';
  readonly message: string;
  /** The claim concerned. */
  readonly claim?: string;
}

/** Finds the first contradiction of tests in a phase, for the questions that gateways ask; `undefined` if they may hold. */
export function findContradiction(
  tests: Conjunction,
  phase: Phase,
  { claims }: Pick<GeneratedSchema, 'claims'>,
): Contradiction | undefined {
  // A test that holds in no phase is more informative than one that does not hold in this phase.
  if (tests.some((atom) => atom.kind === 'constant' && !atom.value)) return never('its condition is always false');
  const general = findClash(tests) ?? findEmptyInterval(tests);
  if (general !== undefined) return general;
  const mismatch = tests.find((atom) => factIn(atom, phase) === false);
  if (mismatch !== undefined) return never(describeMismatch(mismatch));
  for (const atom of tests) {
    const claim = atom.kind === 'has' && atom.positive ? claimOf(atom.path) : undefined;
    const declared = claim === undefined ? undefined : claims.get(claim);
    if (claim !== undefined && declared !== undefined && !declared.phases.includes(phase)) {
      const message = `claim \`${claim}\` of auditor ${declared.item} is not made in phase ${phase}`;
      return { code: 'claim_not_in_phase', message, claim };
    }
  }
  return undefined;
}

/** True when a test holds wherever the others do, in a phase. */
export function isImplied(atom: Atom, by: Conjunction, phase: Phase): boolean {
  if (atom.kind === 'constant') return atom.value;
  const fact = factIn(atom, phase);
  if (fact !== undefined) return fact;
  if (atom.kind === 'bound') return isBoundImplied(atom, by);
  const key = JSON.stringify(atom);
  if (by.some((other) => JSON.stringify(other) === key)) return true;
  if (atom.kind === 'text' && !atom.positive) {
    return by.some(
      (other) => other.kind === 'text' && other.path === atom.path && other.positive && other.text !== atom.text,
    );
  }
  return false;
}

/** Facts that the phase alone decides: gateways ask each phase with one action, one kind of principal and resource. */
function factIn(atom: Atom, phase: Phase): boolean | undefined {
  const { action, resource, principal } = phaseActions[phase];
  if (atom.kind === 'phase') return (atom.phase === phase) === atom.positive;
  if (atom.kind === 'action') return atom.ids.includes(action) === atom.positive;
  if (atom.kind !== 'type') return undefined;
  const type = `${namespace}::${atom.of === 'principal' ? principal : resource}`;
  return (type === atom.type) === atom.positive;
}

function findClash(tests: Conjunction): Contradiction | undefined {
  for (const atom of tests) {
    if (atom.kind === 'has' || atom.kind === 'bool' || atom.kind === 'opaque' || atom.kind === 'text') {
      const opposite = JSON.stringify({ ...atom, positive: !atom.positive });
      if (tests.some((other) => JSON.stringify(other) === opposite)) return never(describeClash(atom));
    }
    if (atom.kind === 'text' && atom.positive) {
      const other = tests.find(
        (one) => one.kind === 'text' && one.positive && one.path === atom.path && one.text !== atom.text,
      );
      if (other !== undefined) return never(`${nameOf(atom.path)} cannot be two texts at once`);
    }
  }
  return undefined;
}

type Bound = Extract<Atom, { kind: 'bound' }>;

/** Whole steps of a value: ten-thousandths of a score, units of a number. */
function intervalOf(tests: Conjunction, path: string, scale: Bound['scale']): { low: number; high: number } {
  let low = scale === 10_000 && path.startsWith('claims ') ? 0 : Number.NEGATIVE_INFINITY;
  let high = scale === 10_000 && path.startsWith('claims ') ? 10_000 : Number.POSITIVE_INFINITY;
  for (const atom of tests) {
    if (atom.kind !== 'bound' || atom.path !== path || atom.scale !== scale) continue;
    if (atom.op === '>') low = Math.max(low, atom.at + 1);
    if (atom.op === '>=') low = Math.max(low, atom.at);
    if (atom.op === '<') high = Math.min(high, atom.at - 1);
    if (atom.op === '<=') high = Math.min(high, atom.at);
  }
  return { low, high };
}

function findEmptyInterval(tests: Conjunction): Contradiction | undefined {
  for (const atom of tests) {
    if (atom.kind !== 'bound') continue;
    const { low, high } = intervalOf(tests, atom.path, atom.scale);
    if (low <= high) continue;
    const what = nameOf(atom.path);
    const isOutside = atom.scale === 10_000 && (atom.at < 0 || atom.at > 10_000 || isOpenEnd(atom));
    return never(
      isOutside
        ? `${what} is a score from 0.0 to 1.0 and never beyond ${atom.at / 10_000}`
        : `no value of ${what} meets all of its bounds`,
    );
  }
  return undefined;
}

const isOpenEnd = ({ op, at }: Bound): boolean => (op === '>' && at === 10_000) || (op === '<' && at === 0);

function isBoundImplied(atom: Bound, by: Conjunction): boolean {
  // Without its own test the value may be absent.
  if (!by.some((other) => other.kind === 'bound' && other.path === atom.path && other.scale === atom.scale))
    return false;
  const { low, high } = intervalOf(by, atom.path, atom.scale);
  if (atom.op === '>') return low > atom.at;
  if (atom.op === '>=') return low >= atom.at;
  if (atom.op === '<') return high < atom.at;
  return high <= atom.at;
}

function claimOf(path: string): string | undefined {
  const [attribute, claim] = path.split(' ');
  return attribute === 'claims' ? claim : undefined;
}

function nameOf(path: string): string {
  return `\`context.${path.replaceAll(' ', '.')}\``;
}

function describeMismatch(atom: Atom): string {
  if (atom.kind === 'phase') return `its phases contradict each other or its scope`;
  if (atom.kind === 'action')
    return `no phase is asked with action ${atom.ids.join(' or ')} and all else that it demands`;
  return 'the kinds of principal and resource that it demands never come together';
}

function describeClash(atom: Extract<Atom, { kind: 'has' | 'bool' | 'opaque' | 'text' }>): string {
  if (atom.kind === 'opaque') return 'it demands something and its opposite';
  return `it demands of ${nameOf(atom.path)} something and its opposite`;
}

function never(message: string): Contradiction {
  return { code: 'never_applies', message };
}
