/** The vault: which keys encrypt secrets. No answer ever shows a secret or a key. */
import { Alert, Box, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { useReadAgain } from '../../parts/use-group.ts';
import { recordTexts } from '../../texts/records.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { rewrapAll } from './rewrap-all.ts';

const texts = settingsTexts.vault;
type Step = 'rotate' | 'rewrap' | 'retire';

export function VaultView() {
  const [step, setStep] = useState<Step>();
  const may = {
    rotate: useMay('vault.rotate'),
    rewrap: useMay('vault.rewrap'),
    retire: useMay('vault.setMinimumVersion'),
  };
  const readAgain = useReadAgain('vault');
  const query = useQuery({ queryKey: ['vault.get'], queryFn: ({ signal }) => api.vault.get({}, { signal }) });
  const current = query.data?.current_version ?? undefined;
  const run = useMutation({
    mutationFn: async (chosen: Step) => {
      if (chosen === 'rotate') return texts.rotated((await api.vault.rotate()).version);
      if (chosen === 'rewrap') return texts.rewrapped(await rewrapAll((body) => api.vault.rewrap({ body })));
      if (current === undefined) throw new Error(texts.noKey);
      const { retired } = await api.vault.setMinimumVersion({ body: { version: current } });
      return texts.retired(retired);
    },
    onSuccess: () => setStep(undefined),
    onSettled: readAgain,
  });
  return (
    <Loaded query={query}>
      {(vault) => (
        <Stack>
          {vault.rotation_due && <Alert color="yellow">{texts.due}</Alert>}
          {run.data !== undefined && (
            <Alert color="green" role="status">
              {run.data}
            </Alert>
          )}
          <Panel title={texts.title} about={texts.about}>
            <Facts
              facts={[
                [texts.provider, vault.provider],
                [texts.key, vault.key_id ?? texts.noKey],
                [texts.version, vault.current_version ?? texts.noKey],
                [texts.minimum, vault.minimum_version ?? texts.noKey],
                [texts.secrets, vault.secrets],
                [texts.open, vault.to_rewrap],
              ]}
            />
            <Group mt="md">
              {(['rotate', 'rewrap', 'retire'] as const).map(
                (name) =>
                  may[name] && (
                    <Button
                      key={name}
                      variant="default"
                      disabled={vault.current_version === null}
                      onClick={() => setStep(name)}
                    >
                      {texts.steps[name]}
                    </Button>
                  ),
              )}
            </Group>
            {vault.current_version === null && (
              <Text size="xs" c="dimmed" mt="xs">
                {texts.empty}
              </Text>
            )}
          </Panel>
          {vault.versions.length > 0 && (
            <Box className="record-scroll" role="group" aria-label={recordTexts.scrolls(texts.versions)} tabIndex={0}>
              <Table aria-label={texts.versions}>
                <Table.Thead>
                  <Table.Tr>
                    {[texts.version, texts.key, texts.state, texts.secrets, texts.wraps, texts.made].map((header) => (
                      <Table.Th key={header}>{header}</Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {vault.versions.map(({ key_id: key, version, state, secrets, wraps, created_at: at }) => (
                    <Table.Tr key={`${key} ${version}`}>
                      <Table.Td>{version}</Table.Td>
                      <Table.Td>{key}</Table.Td>
                      <Table.Td>
                        <StateBadge state={state} />
                      </Table.Td>
                      <Table.Td>{secrets}</Table.Td>
                      <Table.Td>{wraps}</Table.Td>
                      <Table.Td>
                        <TimeAgo value={at} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Box>
          )}
          {step !== undefined && (
            <Confirm
              isOpen
              title={texts.steps[step]}
              about={texts.consequences[step]}
              verb={texts.steps[step]}
              isDangerous={step === 'retire'}
              isPending={run.isPending}
              error={run.error}
              onClose={() => setStep(undefined)}
              onConfirm={() => run.mutate(step)}
            />
          )}
        </Stack>
      )}
    </Loaded>
  );
}
