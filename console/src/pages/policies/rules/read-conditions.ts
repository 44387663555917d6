/** Reads the conditions of a rule: parts that all must hold, joined by `&&`. */
import type { Token } from './cedar-tokens.ts';
import { isPath, readTest } from './read-test.ts';
import { phases, type Rule } from './rule.ts';
import { showTokens, textOf, UnreadError } from './unread.ts';

type Conditions = Pick<Rule, 'phase' | 'agent' | 'model' | 'claim' | 'test'>;

export function readConditions(body: readonly Token[]): Conditions {
  const found: { -readonly [K in keyof Conditions]?: Conditions[K] } = {};
  let guarded: string | undefined;
  const set = <K extends keyof Conditions>(name: K, value: Conditions[K], part: readonly Token[]) => {
    if (found[name] !== undefined) throw new UnreadError('condition', showTokens(part));
    found[name] = value;
  };
  for (const part of splitAnd(body)) {
    const last = part.at(-1);
    if (part.length === 5 && isPath(part, ['context', '.', 'phase', '=='])) set('phase', toPhase(last), part);
    else if (part.length === 5 && isPath(part, ['context', '.', 'model_id', '=='])) set('model', textOf(last), part);
    else if (isPath(part, ['(', 'principal'])) set('agent', toAgent(part), part);
    else if (part.length === 5 && isPath(part, ['context', '.', 'claims', 'has'])) {
      if (guarded !== undefined) throw new UnreadError('claim', showTokens(part));
      guarded = last?.kind === 'word' ? last.text : textOf(last);
    } else {
      const { claim, test } = readTest(part);
      if (claim !== guarded) throw new UnreadError('claim', claim);
      set('claim', claim, part);
      set('test', test, part);
    }
  }
  const { phase, agent, model, claim, test } = found;
  if (claim === undefined || test === undefined) throw new UnreadError('claim', '');
  return { phase, agent, model, claim, test };
}

/** Cuts at each `&&` outside of brackets. */
function splitAnd(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if ('(['.includes(token.text)) depth += 1;
    if (')]'.includes(token.text)) depth -= 1;
    if (depth === 0 && token.text === '&&') parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

function toPhase(token: Token | undefined): Rule['phase'] {
  const phase = phases.find((one) => one === textOf(token));
  if (phase === undefined) throw new UnreadError('condition', token?.text ?? '');
  return phase;
}

/** `(principal == Assay::Agent::"a" || resource == Assay::Agent::"a")`: who calls a tool is principal, who is called is resource. */
function toAgent(part: readonly Token[]): string {
  const is = ['==', 'Assay', '::', 'Agent', '::'];
  const isAgent =
    part.length === 17 &&
    isPath(part, ['(', 'principal', ...is]) &&
    isPath(part.slice(8), ['||', 'resource', ...is]) &&
    part[7]?.text === part[15]?.text &&
    part[16]?.text === ')';
  if (!isAgent) throw new UnreadError('condition', showTokens(part));
  return textOf(part[7]);
}
