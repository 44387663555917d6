/**
 * Default rules of the built-in auditors without rules of their own in `default-rules.ts`: those that their catalog
 * entries propose (contract 2.8, `defaultPolicy`).
 */
import { ClaimTypeSchema } from '@assay/sdk/contract';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type BuiltInAuditor, builtInAuditors } from '../contract/control/built-in-auditors.ts';
import { textAuditorIds } from '../contract/text-auditors.ts';
import { toDecimalText } from './decimal.ts';
import type { DefaultRule } from './default-rules.ts';

const RuleSchema = Type.Object({
  id: Type.String({ pattern: '^[a-z][a-z0-9_]*$' }),
  claim: Type.String({ pattern: '^[a-z][a-z0-9_]*$' }),
  when: Type.Union([
    Type.Object({ equals: Type.Boolean() }),
    Type.Object({ at_least: Type.Number() }),
    Type.Object({ below: Type.Number() }),
  ]),
  phases: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z]+$' }))),
  response: Type.Enum(['block', 'escalate', 'redact', 'warn']),
  reason: Type.String({ pattern: '^[^"\\\\]*$' }),
});

const ProposalSchema = Type.Object({
  enforcement: Type.Enum(['enforce', 'observe']),
  rules: Type.Array(RuleSchema),
});

type Rule = Static<typeof RuleSchema>;

const check = Compile(ProposalSchema);
const checkType = Compile(ClaimTypeSchema);

/** Lists the proposed rules, in the order of the catalog. */
export function proposedRules(): DefaultRule[] {
  const others = builtInAuditors.filter(({ entry }) => !textAuditorIds.some((id) => id === entry.id));
  return others.flatMap(rulesOf);
}

function rulesOf({ entry }: BuiltInAuditor): DefaultRule[] {
  const { id: auditor, defaultPolicy, claims } = entry;
  if (!check.Check(defaultPolicy)) throw new Error(`the catalog entry of ${auditor} has no default policy of rules`);
  const observes = defaultPolicy.enforcement === 'observe';
  return defaultPolicy.rules.map((rule): DefaultRule => {
    const type = claims.find(({ name }) => name === rule.claim)?.type;
    if (!checkType.Check(type)) throw new Error(`the default policy of ${auditor} reads ${rule.claim}, which it lacks`);
    const response = observes ? 'warn' : rule.response;
    return { auditor, claim: rule.claim, type, text: () => renderRule(auditor, { ...rule, response }) };
  });
}

function renderRule(auditor: string, { id, claim, when, phases, response, reason }: Rule): string {
  const inPhases = phases?.map((phase) => `context.phase == "${phase}"`).join(' || ');
  const lines = [
    ...(inPhases === undefined ? [] : [`(${inPhases})`]),
    `context.claims has ${claim}`,
    renderTest(claim, when),
  ];
  return `
// ${reason}. Proposed by the auditor ${auditor}.
@id("default.${auditor}-${id.replaceAll('_', '-')}")
@response("${response}")
@reason("${reason}")
forbid (principal, action, resource)
when { ${lines.join(' && ')} };
`;
}

function renderTest(claim: string, when: Rule['when']): string {
  const value = `context.claims.${claim}`;
  if ('equals' in when) return when.equals ? value : `!${value}`;
  return 'at_least' in when
    ? `${value}.greaterThanOrEqual(decimal("${toDecimalText(when.at_least)}"))`
    : `${value}.lessThan(decimal("${toDecimalText(when.below)}"))`;
}
