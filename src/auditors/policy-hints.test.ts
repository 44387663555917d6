import { createAuditor } from '@assay/sdk';
import { describe, expect, it } from 'vitest';
import { auditors } from './catalog.ts';
import { type PolicyOption, type PolicyProposal, responses } from './policy-hints.ts';

const subjects = auditors.map((definition) => {
  const auditor = createAuditor(definition, { env: {} });
  const entry = auditor.catalogEntry();
  // In transferred form; `policy.ts` beside each auditor types them.
  const proposal: PolicyProposal = JSON.parse(JSON.stringify(entry.defaultPolicy));
  const options: PolicyOption[] = JSON.parse(JSON.stringify(entry.policyOptions));
  return { id: definition.id, definition, entry, proposal, options };
});

describe.each(subjects)('the policy proposal of $id', ({ definition, entry, proposal, options }) => {
  it('names existing claims, with conditions of their type, in existing phases', () => {
    expect(['enforce', 'observe']).toContain(proposal.enforcement);
    expect(proposal.rules.length).toBeGreaterThan(0);
    for (const { claim: name, when, phases = definition.phases, response, reason } of proposal.rules) {
      const claim = entry.claims.find((candidate) => candidate.name === name);
      const type = 'equals' in when ? 'boolean' : 'any_of' in when ? 'string_list' : 'score_normalized';
      expect(claim?.type).toBe(type);
      for (const phase of phases) expect(definition.phases).toContain(phase);
      expect(responses).toContain(response);
      expect(reason).not.toBe('');
    }
  });

  it('explains each option, with the default of the proposal or the setting', () => {
    expect(options.length).toBeGreaterThan(0);
    expect(new Set(options.map(({ key }) => key)).size).toBe(options.length);
    for (const { label, description, choices, sets, default: value } of options) {
      expect([label, description].every((text) => text.length > 3)).toBe(true);
      if (choices !== undefined) {
        expect(choices.map((choice) => choice.value)).toContain(value);
        expect(choices.every(({ meaning }) => meaning.length > 3)).toBe(true);
      }
      expect(value).toEqual('rule' in sets ? inRule(sets.rule, sets.member) : ofSetting(sets.setting));
    }
  });

  function inRule(id: string, member: string): unknown {
    const rule = proposal.rules.find((candidate) => candidate.id === id);
    return member === 'response' ? rule?.response : rule && Reflect.get(rule.when, member);
  }

  function ofSetting(name: string): unknown {
    const [first = '', key] = name.split('.');
    if (key === undefined) return definition.config?.[first]?.default;
    const claim = entry.claims.find((candidate) => candidate.name === first);
    return claim?.settings.find((setting) => setting.key === key)?.default;
  }
});
