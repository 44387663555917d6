/** What a rule compares: a claim, how, and with what. */
import type { PolicyCompletions } from '@assay/client';
import { NumberInput, Select, Text, TextInput } from '@mantine/core';
import { policiesTexts } from '../../texts/policies.ts';
import { helpBelow } from './form-order.ts';
import type { RuleFieldsProps } from './rule-form.tsx';
import type { RuleFaults } from './rules/check-rule.ts';
import { comparisons, firstTest, type Operand, type RuleTest, testKindOf } from './rules/rule.ts';
import { pathOfSetting, settingsFor } from './rules/setting-path.ts';

const texts = policiesTexts.form;

interface RuleTestFieldsProps extends RuleFieldsProps {
  readonly completions: PolicyCompletions | undefined;
  readonly faults: RuleFaults;
}

export function RuleTestFields({ rule, onChange, completions, faults }: RuleTestFieldsProps) {
  const { claim, test } = rule;
  const claims = completions?.claims.filter(({ cedar_type: type }) => testKindOf(type) !== undefined) ?? [];
  const chosen = claims.find(({ name }) => name === claim);
  const choose = (name: string | null) => {
    const kind = testKindOf(claims.find((one) => one.name === name)?.cedar_type ?? '');
    const isSame = kind === test.kind || (kind === 'contains' && test.kind === 'filled');
    onChange({ claim: name ?? '', ...(kind === undefined || isSame ? {} : { test: firstTest(kind) }) });
  };
  const onTest = (next: RuleTest) => onChange({ test: next });
  return (
    <>
      <div className="tiles">
        <Select
          label={texts.claim}
          description={texts.claimHelp}
          inputWrapperOrder={helpBelow}
          data={groupClaims(claims, claim)}
          value={claim === '' ? null : claim}
          onChange={choose}
          error={faults.claim}
          searchable
          required
        />
        <ComparisonField test={test} onChange={onTest} />
        <ValueFields test={test} onChange={onTest} settings={completions?.settings ?? []} fault={faults.value} />
      </div>
      {chosen !== undefined && (
        <Text size="xs" c="dimmed">
          {chosen.description}
        </Text>
      )}
    </>
  );
}

function groupClaims(claims: PolicyCompletions['claims'], own: string) {
  const groups = new Map<string, string[]>();
  for (const { auditor, name } of claims) groups.set(auditor, [...(groups.get(auditor) ?? []), name]);
  const known = claims.some(({ name }) => name === own);
  if (!known && own !== '') groups.set('…', [own]);
  return [...groups].map(([group, items]) => ({ group, items: [...new Set(items)] }));
}

interface FieldProps {
  readonly test: RuleTest;
  readonly onChange: (test: RuleTest) => void;
}

/** One choice for all kinds: the words that stand between the claim and the value. */
function ComparisonField({ test, onChange }: FieldProps) {
  const common = { label: texts.comparison, allowDeselect: false } as const;
  if (test.kind === 'boolean') {
    return (
      <Select
        {...common}
        data={[
          { value: 'true', label: texts.isTrue },
          { value: 'false', label: texts.isFalse },
        ]}
        value={String(test.is)}
        onChange={(value) => onChange({ kind: 'boolean', is: value === 'true' })}
      />
    );
  }
  if (test.kind === 'contains' || test.kind === 'filled') {
    return (
      <Select
        {...common}
        data={[
          { value: 'contains', label: texts.contains },
          { value: 'filled', label: texts.filled },
        ]}
        value={test.kind}
        onChange={(value) => onChange(value === 'filled' ? { kind: 'filled' } : { kind: 'contains', value: '' })}
      />
    );
  }
  return (
    <Select
      {...common}
      data={comparisonsOf(test).map((value) => ({ value, label: texts.comparisons[value] }))}
      value={test.comparison}
      onChange={(value) => onChange(withComparison(test, value))}
    />
  );
}

type Compared = Extract<RuleTest, { readonly than: unknown }>;

/** Scores are ordered and never equal; a number is compared with a setting by order alone. */
function comparisonsOf({ kind, than }: Compared) {
  if (kind === 'string') return ['==', '!='] as const;
  return kind === 'decimal' || 'setting' in than ? (['>=', '>', '<=', '<'] as const) : comparisons;
}

function withComparison(test: Compared, value: string | null): RuleTest {
  const comparison = comparisons.find((one) => one === value) ?? test.comparison;
  if (test.kind !== 'string') return { ...test, comparison };
  return comparison === '==' || comparison === '!=' ? { ...test, comparison } : test;
}

interface ValueFieldsProps extends FieldProps {
  readonly settings: PolicyCompletions['settings'];
  readonly fault: string | undefined;
}

function ValueFields({ test, onChange, settings, fault }: ValueFieldsProps) {
  if (test.kind === 'boolean' || test.kind === 'filled') return null;
  if (test.kind === 'contains') {
    return (
      <TextInput
        label={texts.value}
        value={test.value}
        onChange={({ currentTarget }) => onChange({ kind: 'contains', value: currentTarget.value })}
        error={fault}
      />
    );
  }
  const isSetting = 'setting' in test.than;
  return (
    <>
      <Select
        label={texts.against}
        data={[
          { value: 'value', label: texts.aValue },
          { value: 'setting', label: texts.aSetting },
        ]}
        value={isSetting ? 'setting' : 'value'}
        onChange={(value) => onChange(value === 'setting' ? withSetting(test, []) : withValue(test, 0))}
        allowDeselect={false}
      />
      {isSetting ? (
        <SettingField test={test} onChange={onChange} settings={settings} fault={fault} />
      ) : (
        <ValueField test={test} onChange={onChange} fault={fault} />
      )}
    </>
  );
}

function withSetting(test: Compared, setting: readonly string[]): RuleTest {
  if (test.kind === 'string') return { ...test, than: { setting } };
  const isOrder = test.comparison !== '==' && test.comparison !== '!=';
  return { ...test, comparison: isOrder ? test.comparison : '>=', than: { setting } };
}

function withValue(test: Compared, value: string | number): RuleTest {
  if (test.kind === 'string') return { ...test, than: { value: typeof value === 'string' ? value : '' } };
  return { ...test, than: { value: typeof value === 'number' ? value : Number.parseFloat(value) } };
}

function SettingField({ test, onChange, settings, fault }: ValueFieldsProps & { readonly test: Compared }) {
  const offered = settingsFor(settings, test.kind);
  const own = 'setting' in test.than ? test.than.setting.join('.') : '';
  const names = offered.map(({ name }) => name);
  return (
    <Select
      label={texts.setting}
      description={texts.settingHelp}
      inputWrapperOrder={helpBelow}
      data={own === '' || names.includes(own) ? names : [...names, own]}
      value={own === '' ? null : own}
      onChange={(value) => {
        const found = offered.find(({ name }) => name === value);
        if (found !== undefined) onChange(withSetting(test, pathOfSetting(found)));
      }}
      error={fault}
      searchable
    />
  );
}

function ValueField({
  test,
  onChange,
  fault,
}: FieldProps & { readonly test: Compared; readonly fault: string | undefined }) {
  const than: Operand<string | number> = test.than;
  const value = 'value' in than ? than.value : '';
  if (test.kind === 'string') {
    return (
      <TextInput
        label={texts.value}
        value={String(value)}
        onChange={({ currentTarget }) => onChange(withValue(test, currentTarget.value))}
        error={fault}
      />
    );
  }
  return (
    <NumberInput
      label={texts.value}
      value={typeof value === 'number' && Number.isFinite(value) ? value : ''}
      step={test.kind === 'decimal' ? 0.05 : 1}
      decimalScale={test.kind === 'decimal' ? 4 : 0}
      onChange={(typed) => onChange(withValue(test, typed === '' ? Number.NaN : Number(typed)))}
      error={fault}
    />
  );
}
