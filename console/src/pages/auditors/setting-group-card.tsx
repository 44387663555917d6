/** A setting that one or several claims have; several are changed together or each by itself. */
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useId, useState } from 'react';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { labelOf } from '../../parts/labels.ts';
import { auditorsTexts } from '../../texts/auditors.ts';
import { cascadeOf, isSameValue, valueWith } from './cascade.ts';
import type { SettingGroup } from './setting-groups.ts';
import { SettingRow } from './setting-row.tsx';
import type { SettingsContext } from './settings-form.tsx';

const texts = auditorsTexts.settings;

interface SettingGroupCardProps {
  readonly group: SettingGroup;
  readonly context: SettingsContext;
}

export function SettingGroupCard({ group, context }: SettingGroupCardProps) {
  const { definition, names, claims } = group;
  const { stored, draft } = context;
  const headingId = useId();
  const aboutId = useId();
  const shownOf = (name: string) => valueWith(cascadeOf(name, definition.default, stored), draft[name]);
  const [first, ...others] = names;
  const differs = others.some((name) => !isSameValue(shownOf(name), shownOf(first ?? name)));
  const [wantsApart, setWantsApart] = useState(false);
  const isApart = differs || wantsApart;
  const label = definition.label === '' ? definition.key : definition.label;
  return (
    <Paper component="section" aria-labelledby={`${headingId} ${aboutId}`}>
      <Group justify="space-between" align="flex-start" mb="sm">
        <div>
          <Title order={2} id={headingId}>
            <ForeignText text={label} />
          </Title>
          <Text size="xs" c="dimmed" id={aboutId}>
            {claims.length === 0 ? texts.own : claims.length === 1 ? texts.forClaim : texts.forClaims(claims.length)}
            {claims.length > 0 && ': '}
            <ForeignText text={claims.join(', ')} maxLength={300} />
          </Text>
          <Text size="xs" c="dimmed">
            {definition.stricter !== undefined && labelOf(texts.stricter, definition.stricter)}{' '}
            {definition.informs_only === true && texts.informsOnly} {differs && texts.differs}
          </Text>
        </div>
        {names.length > 1 && !differs && (
          <Button size="compact-xs" variant="default" onClick={() => setWantsApart((old) => !old)}>
            {isApart ? texts.together : texts.perClaim}
          </Button>
        )}
      </Group>
      <Stack gap="md">
        {first !== undefined && !isApart && (
          <SettingRow definition={definition} label={label} names={[first, ...others]} context={context} />
        )}
        {isApart &&
          names.map((name) => (
            <SettingRow key={name} definition={definition} label={name} names={[name]} context={context} />
          ))}
      </Stack>
    </Paper>
  );
}
