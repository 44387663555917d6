/** Tries a version beside what decides, and shows where it decided otherwise. */
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { AskReason } from '../../parts/ask-reason.tsx';
import { Panel } from '../../parts/panel.tsx';
import { policiesTexts } from '../../texts/policies.ts';
import type { PolicyPartProps } from './policy-page.tsx';
import { nameScope } from './scopes.ts';
import { ShadowResults } from './shadow-results-list.tsx';
import { UnlockHint } from './unlock-hint.tsx';
import { refreshPolicies } from './use-draft.ts';
import { useVersions } from './use-version.ts';

const texts = policiesTexts.shadow;

export function ShadowTab({ policy }: PolicyPartProps) {
  const { id, revision, scope, version: newest, active_version: active, shadow_version: tried } = policy;
  const may = useMay('policies.shadow');
  const queries = useQueryClient();
  const { items } = useVersions(id);
  const [isAsking, setAsking] = useState(false);
  const [wanted, setWanted] = useState<number>();
  const versions = items.map(({ version }) => version).filter((version) => version !== active);
  const chosen = wanted ?? versions[0] ?? newest;
  const next = tried === null ? chosen : null;
  const change = useMutation({
    mutationFn: (reason: string) => api.policies.shadow({ id, ifMatch: revision, body: { version: next, reason } }),
    onSuccess: async (changed) => {
      setAsking(false);
      queries.setQueryData(['policies.get', id], changed);
      await refreshPolicies(queries);
    },
  });
  const ask = () => {
    change.reset();
    setAsking(true);
  };
  return (
    <Stack>
      <Panel title={texts.title} about={texts.about}>
        <Group align="flex-end">
          <Text size="sm" role="status">
            {tried === null ? texts.off : texts.on(tried)}
          </Text>
          {may && tried === null && versions.length > 0 && (
            <Select
              size="xs"
              label={texts.version}
              data={versions.map((version) => ({
                value: String(version),
                label: policiesTexts.history.version(version),
              }))}
              value={String(chosen)}
              onChange={(value) => setWanted(Number(value))}
              allowDeselect={false}
            />
          )}
          {may && (tried !== null || versions.length > 0) && (
            <Button size="xs" variant={tried === null ? 'filled' : 'default'} onClick={ask}>
              {tried === null ? texts.start : texts.stop}
            </Button>
          )}
        </Group>
        {tried === null && versions.length === 0 && (
          <Text size="sm" mt="xs">
            {texts.onlyActive}
          </Text>
        )}
      </Panel>
      <ShadowResults policy={policy} />
      {isAsking && (
        <AskReason
          isOpen
          title={tried === null ? texts.start : texts.stop}
          verb={tried === null ? texts.start : texts.stop}
          about={
            <>
              {tried === null ? texts.startAbout(chosen, nameScope(scope)) : texts.stopAbout(tried)}
              <UnlockHint scope={scope} />
            </>
          }
          isPending={change.isPending}
          error={change.error}
          onClose={() => setAsking(false)}
          onConfirm={change.mutate}
        />
      )}
    </Stack>
  );
}
