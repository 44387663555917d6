/**
 * Writes the parts of generated rules that depend on a setting: a read of the effective setting if the chain declares
 * it, otherwise the value of the gateway's own variable.
 */
import { builtInAuditors } from '../contract/control/built-in-auditors.ts';
import { type ChainVocabulary, nameChainClaims } from './chain-claims.ts';
import { type DeclaredSetting, nameChainSettings } from './chain-settings.ts';
import { toDecimalText } from './decimal.ts';
import type { DefaultPolicySettings } from './default-policy.ts';

type ThresholdVariable = 'INJECTION_THRESHOLD' | 'TOXICITY_THRESHOLD';
type FlagVariable = 'INJECTION_BLOCK_ON_DETECTION' | 'TOXICITY_BLOCK_ON_DETECTION';

export interface RuleWriter {
  /** Gives the bound that a score of the claim is compared with. */
  threshold(claim: string, variable: ThresholdVariable): string;
  /** Writes a forbid that blocks or only warns, by `block_on_detection` of the claim's auditor. */
  blockOrWarn(rule: {
    readonly id: string;
    /** Its annotation. */
    readonly reason: string;
    readonly claim: string;
    readonly flag: FlagVariable;
    /** All of them must hold. */
    readonly lines: readonly string[];
  }): string;
  /** Gives the bound that a score is compared with: a setting of its claim, else a fixed value. */
  bound(claim: string, key: string, fixed: number): string;
  /** Tests whether a setting of a claim has another value than the one that ships; `undefined` if the chain lacks it. */
  isChanged(claim: string, key: string): string | undefined;
  /** Writes a forbid that blocks where `only` holds and warns elsewhere; without `only` it blocks. */
  blockOrNote(rule: {
    readonly id: string;
    readonly reason: string;
    readonly lines: readonly string[];
    readonly only: string | undefined;
  }): string;
  /** Writes the annotations of the refusal text of a claim. */
  reason(claim: string): string;
  /** Lists the variables whose values are in the written text. */
  variables(): (keyof DefaultPolicySettings)[];
}

const maxReasonLength = 500;

/** Creates the writer over a chain. @throws TypeError for a threshold outside 0 to 1 */
export function createRuleWriter(values: DefaultPolicySettings, chain: readonly ChainVocabulary[]): RuleWriter {
  const claims = nameChainClaims(chain);
  const settings = [...nameChainSettings(chain).values()];
  const used = new Set<keyof DefaultPolicySettings>();
  for (const name of ['INJECTION_THRESHOLD', 'TOXICITY_THRESHOLD'] as const) toDecimalText(values[name]);

  const find = (claim: string, wanted: Pick<DeclaredSetting, 'claim' | 'key'>, kind: string): string | undefined => {
    const item = claims.get(claim)?.item;
    const found = settings.find((one) => one.item === item && one.claim === wanted.claim && one.key === wanted.key);
    return found === undefined || found.isOptional || found.shape.kind !== kind ? undefined : readOf(found.path);
  };
  const take = <Name extends keyof DefaultPolicySettings>(name: Name): DefaultPolicySettings[Name] => {
    used.add(name);
    return values[name];
  };

  return {
    threshold(claim, variable) {
      const read = find(claim, { claim, key: 'threshold' }, 'fraction');
      return read ?? `decimal("${toDecimalText(take(variable)).replace(/(\.\d+?)0+$/, '$1')}")`;
    },
    blockOrWarn({ id, reason, claim, flag, lines }) {
      const read = find(claim, { claim: undefined, key: 'block_on_detection' }, 'bool');
      if (read === undefined) return writeForbid({ id, response: take(flag) ? 'block' : 'warn', reason, lines });
      return `${writeForbid({ id, response: 'block', reason, lines: [...lines, read] })}
${writeForbid({ id: `${id}-noted`, response: 'warn', reason, lines: [...lines, `!${read}`] })}`;
    },
    bound: (claim, key, fixed) => find(claim, { claim, key }, 'fraction') ?? `decimal("${toDecimalText(fixed)}")`,
    isChanged(claim, key) {
      const read = find(claim, { claim, key }, 'long');
      const shipped = findShipped(claim, key);
      return read === undefined || !Number.isSafeInteger(shipped) ? undefined : `${read} != ${String(shipped)}`;
    },
    blockOrNote({ id, reason: text, lines, only }) {
      const reason = `@reason("${text}")`;
      if (only === undefined) return writeForbid({ id, response: 'block', reason, lines });
      return `${writeForbid({ id, response: 'block', reason, lines: [...lines, only] })}
${writeForbid({ id: `${id}-noted`, response: 'warn', reason, lines: [...lines, `!(${only})`] })}`;
    },
    reason(claim) {
      const text = cedarText(take('TOXICITY_REPLACEMENT_MESSAGE').slice(0, maxReasonLength).toWellFormed());
      const read = find(claim, { claim: undefined, key: 'replacement_message' }, 'string');
      if (read === undefined) return `@reason("${text}")`;
      const auditor = settings.find(({ item }) => item === claims.get(claim)?.item)?.auditor;
      return auditor?.includes('.') === true
        ? `@reason("${text}")`
        : `@reason("${text}")\n@reason_setting("${auditor}.replacement_message")`;
    },
    variables: () => [...used],
  };
}

interface Forbid {
  readonly id: string;
  readonly response: string;
  /** Its annotations. */
  readonly reason: string;
  readonly lines: readonly string[];
}

function writeForbid({ id, response, reason, lines }: Forbid): string {
  return `@id("${id}")
@response("${response}")
${reason}
forbid (principal, action, resource)
when {
  ${lines.join(' &&\n  ')}
};
`;
}

/** Finds the value of a claim's setting that ships with the built-in auditor. */
function findShipped(claim: string, key: string): unknown {
  const claims = builtInAuditors.flatMap(({ entry }) => entry.claims);
  return claims.find(({ name }) => name === claim)?.settings.find((one) => one.key === key)?.default;
}

/** Writes how a policy reads a setting. */
export function readOf(path: readonly string[]): string {
  const names = path.map((name) => (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`));
  return `context.settings${names.join('')}`;
}

/** Quotes a text for a Cedar string literal; control characters become spaces. */
function cedarText(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').replace(/["\\]/g, '\\$&');
}
