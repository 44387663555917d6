/**
 * Groups scores that no policy of a set can tell apart. If a score is only compared with written decimals and
 * settings, all values between two neighbouring bounds have one answer, so one of them represents all and the answer
 * can be cached.
 */
import type { CedarHost } from './cedar-host.ts';
import { toFractionText, toTenThousandths } from './decimal.ts';
import { contextPath } from './policy-reads.ts';
import type { PolicySet } from './policy-set.ts';
import { useEngine } from './policy-text.ts';

const comparisons = new Set(['lessThan', 'lessThanOrEqual', 'greaterThan', 'greaterThanOrEqual']);

/** Gives the representative of a claim's score. A score with any other use represents itself. */
export type StandIn = (contextName: string, score: number, settings?: ReadonlyMap<string, unknown>) => number;

/** Reads the bounds that a set compares its scores with. */
export function createScoreStandIn(set: PolicySet, cedar: CedarHost): StandIn {
  const found: Found = { bounds: new Map(), settings: new Map(), opaque: new Set(), isOpaque: set.needed === 'all' };
  for (const { text } of set.policies) {
    const answer = useEngine(cedar, (engine) => engine.policyToJson(text));
    if (answer.type === 'failure') found.isOpaque = true;
    else for (const { body } of answer.json.conditions) visit(body, found);
  }
  if (found.isOpaque) return (_, score) => score;
  const compared = [...new Set([...found.bounds.keys(), ...found.settings.keys()])];
  const classes = new Map(
    compared
      .filter((name) => !found.opaque.has(name))
      .map((name) => [name, { written: [...(found.bounds.get(name) ?? [])], read: found.settings.get(name) ?? [] }]),
  );
  return (name, score, settings = new Map()) => {
    const bounds = classes.get(name);
    // Invalid scores are refused elsewhere.
    if (bounds === undefined || !(score >= 0 && score <= 1) || Object.is(score, -0)) return score;
    const ticks = toTenThousandths(score);
    let below = Number.NEGATIVE_INFINITY;
    for (const bound of bounds.written) if (bound <= ticks && bound > below) below = bound;
    for (const id of bounds.read) {
      const bound = ticksOfSetting(settings.get(id));
      // A setting without a known value is refused elsewhere, and the score with it.
      if (bound === undefined) return score;
      if (bound <= ticks && bound > below) below = bound;
    }
    if (below === Number.NEGATIVE_INFINITY) return 0;
    return below === ticks ? score : Math.max(below + 1, 0) / 10_000;
  };
}

function ticksOfSetting(value: unknown): number | undefined {
  if (typeof value !== 'number' || !(Math.abs(value) <= 1_000_000)) return undefined;
  return Math.round(Number(toFractionText(value)) * 10_000);
}

interface Found {
  /** Bounds in ten-thousandths, by claim. */
  readonly bounds: Map<string, Set<number>>;
  /** Ids of the settings that a claim is compared with. */
  readonly settings: Map<string, Set<string>>;
  /** Claims with another use. */
  readonly opaque: Set<string>;
  isOpaque: boolean;
}

function visit(node: unknown, found: Found): void {
  if (typeof node !== 'object' || node === null) return;
  const path = contextPath(node);
  if (path !== undefined) {
    if (path[0] === 'claims' && path[1] !== undefined) found.opaque.add(path[1]);
    else if (path[0] === 'claims' || path.length === 0) found.isOpaque = true;
    return;
  }
  for (const [kind, body] of Object.entries(node)) {
    if (kind === 'has') continue;
    if (comparisons.has(kind) && Array.isArray(body) && addBound(body, found)) continue;
    visit(body, found);
  }
}

/** True for a claim beside a written decimal or a setting, in either order. */
function addBound([left, right]: readonly unknown[], { bounds, settings }: Found): boolean {
  const name = claimOf(left) ?? claimOf(right);
  const ticks = ticksOf(left) ?? ticksOf(right);
  const setting = settingOf(left) ?? settingOf(right);
  if (name === undefined) return false;
  if (setting !== undefined) {
    settings.set(name, (settings.get(name) ?? new Set<string>()).add(setting));
    return true;
  }
  if (ticks === undefined) return false;
  bounds.set(name, (bounds.get(name) ?? new Set<number>()).add(ticks));
  return true;
}

function claimOf(node: unknown): string | undefined {
  const path = contextPath(node);
  return path?.length === 2 && path[0] === 'claims' ? path[1] : undefined;
}

function settingOf(node: unknown): string | undefined {
  const path = contextPath(node);
  return path !== undefined && path.length > 2 && path[0] === 'settings' ? path.slice(1).join(' ') : undefined;
}

/** Gives the ten-thousandths of `decimal("…")`: at most four digits follow its point. */
export function ticksOf(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null || !('decimal' in node) || !Array.isArray(node.decimal))
    return undefined;
  const [literal] = node.decimal;
  const text: unknown =
    typeof literal === 'object' && literal !== null && 'Value' in literal ? literal.Value : undefined;
  const [, sign, whole, fraction] = /^(-?)(\d{1,11})\.(\d{1,4})$/.exec(typeof text === 'string' ? text : '') ?? [];
  if (whole === undefined || fraction === undefined) return undefined;
  const ticks = Number(whole) * 10_000 + Number(fraction.padEnd(4, '0'));
  return sign === '-' ? -ticks : ticks;
}
