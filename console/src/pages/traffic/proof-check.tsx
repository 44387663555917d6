/** Checks one exchange in this browser. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ArtefactVerdictView } from '../../parts/artefact-verdict.tsx';
import { Problem } from '../../parts/problem.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { trafficTexts } from '../../texts/traffic.ts';
import type { ExchangePartProps } from './exchange-page.tsx';

const texts = trafficTexts.proof;

export function ProofCheck({ evidence }: ExchangePartProps) {
  const { evidence_id: id } = evidence;
  const check = useMutation({
    mutationFn: async () => {
      // The checks are a large module of their own, loaded when they are wanted.
      const [{ verifyArtefact }, bundle, keys] = await Promise.all([
        import('../../../../src/proof/browser/entry.ts'),
        api.evidence.exportBundle({ id }),
        api.keys.list(),
      ]);
      const file = new TextEncoder().encode(JSON.stringify(bundle));
      return verifyArtefact(file, { now: Date.now(), keys });
    },
  });
  const download = useMutation({
    mutationFn: async () => {
      const bundle = await api.evidence.exportBundle({ id });
      saveFile(`${id}.bundle.json`, JSON.stringify(bundle), 'application/json');
    },
  });
  return (
    <Stack>
      <Text size="sm">{texts.about}</Text>
      <Group>
        <Button onClick={() => check.mutate()} loading={check.isPending}>
          {texts.check}
        </Button>
        <Button variant="default" onClick={() => download.mutate()} loading={download.isPending}>
          {texts.download}
        </Button>
      </Group>
      {check.error !== null && <Problem error={check.error} />}
      {download.error !== null && <Problem error={download.error} />}
      {check.data !== undefined && (
        <>
          <ArtefactVerdictView verdict={check.data} />
          <Text size="xs" c="dimmed">
            {texts.keysFrom}
          </Text>
        </>
      )}
    </Stack>
  );
}
