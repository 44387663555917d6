import { expect, it } from 'vitest';
import { toChainVocabularies } from '../../../configuration/chain/resolve-chain.ts';
import { builtInAuditors } from '../../../contract/control/built-in-auditors.ts';
import { createCedarHost } from '../../../policy/cedar-host.ts';
import { loadPolicySet } from '../../../policy/policy-set.ts';
import { generateSchema } from '../../../policy/schema.ts';
import { listCompletions } from './completions.ts';

const items = builtInAuditors.map(({ entry, vocabulary }) => ({
  item: { name: entry.id, image: `assay/${entry.id}`, port: entry.defaultPort },
  auditorId: entry.id,
  vocabulary,
}));
const schema = generateSchema(toChainVocabularies({ items }));
const { settings, context } = listCompletions({ level: 'org', id: 'default' }, schema);

it('every setting of the chain is offered with its type, and the provider features', () => {
  expect(settings).toHaveLength(schema.settings.size);
  expect(settings).toContainEqual({
    name: 'injection.injection_risk.threshold',
    auditor_id: 'injection',
    claim: 'injection_risk',
    cedar_type: 'decimal',
    default: 0.8,
    optional: false,
    read: 'context.settings.injection.injection_risk.threshold.greaterThanOrEqual(decimal("0.8"))',
  });
  expect(settings.find(({ name }) => name === 'features.allowed')).toMatchObject({ cedar_type: 'Set<String>' });
  expect(context.find(({ name }) => name === 'context.features')?.description).toContain('code_execution');
});

it('every offered read of a setting is valid', () => {
  const rules = settings.map(
    ({ read }, index) => `@id("r${index}") forbid (principal, action, resource) when { ${read} };`,
  );
  const text = ['@id("door") permit (principal, action, resource);', ...rules].join('\n');
  const set = loadPolicySet({ id: 'offered', text, schema, cedar: createCedarHost() });
  expect(set.settings).toHaveLength(settings.length);
});
