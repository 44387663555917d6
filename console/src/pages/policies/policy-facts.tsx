/** What a policy holds for and which of its versions decides. */
import type { Policy } from '@assay/client';
import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { policiesTexts } from '../../texts/policies.ts';
import { PolicyStatus } from './policy-status.tsx';
import { keyOf, nameScope } from './scopes.ts';

const texts = policiesTexts.head;

export function PolicyFacts({ policy }: { readonly policy: Policy }) {
  const { scope, status, version, active_version: active, shadow_version: shadow, description, origin } = policy;
  const known = (['person', 'preset', 'default', 'file'] as const).find((one) => one === origin);
  return (
    <>
      {description !== '' && (
        <Text size="sm" mb="xs">
          <ForeignText text={description} maxLength={600} />
        </Text>
      )}
      <Group gap="md" mb="md">
        <PolicyStatus status={status} />
        <Fact name={texts.scope}>
          <Anchor component={Link} to={`/policies?scope=${encodeURIComponent(keyOf(scope))}`} size="sm">
            <ForeignText text={nameScope(scope)} />
          </Anchor>
        </Fact>
        <Fact name={texts.newest}>{version}</Fact>
        <Fact name={texts.active}>{active ?? texts.none}</Fact>
        {shadow !== null && <Fact name={texts.shadow}>{shadow}</Fact>}
        <Fact name={texts.changed}>
          <TimeAgo value={policy.updated_at} />
        </Fact>
        <Fact name={texts.origin}>{known === undefined ? origin : policiesTexts.origins[known]}</Fact>
      </Group>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Text size="sm" component="div">
      <Text span c="dimmed" size="sm">
        {name}{' '}
      </Text>
      {children}
    </Text>
  );
}
