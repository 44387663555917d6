/** Tries the life-cycle policies without an effect, and runs them. */
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useReadAgain } from '../../parts/use-group.ts';
import { settingsTexts } from '../../texts/settings.ts';

const texts = settingsTexts.lifecycle;

export function LifecycleRun() {
  const may = useMay('lifecyclePolicies.evaluate');
  const [isAsking, setAsking] = useState(false);
  const readAgain = useReadAgain('agents', 'lifecyclePolicies');
  const run = useMutation({
    mutationFn: (isTrial: boolean) => api.lifecyclePolicies.evaluate({ dry_run: isTrial }),
    onSuccess: async ({ dry_run: isTrial }) => {
      setAsking(false);
      if (!isTrial) await readAgain();
    },
  });
  if (!may) return null;
  const { data } = run;
  return (
    <Panel title={texts.run} about={texts.runAbout}>
      <Group>
        <Button variant="default" loading={run.isPending} onClick={() => run.mutate(true)}>
          {texts.try}
        </Button>
        <Button variant="default" color="red" onClick={() => setAsking(true)}>
          {texts.runNow}
        </Button>
      </Group>
      {run.error !== null && !isAsking && <Problem error={run.error} />}
      {data !== undefined && (
        <Stack gap="xs" mt="sm" role="status">
          <Text size="sm">
            {data.dry_run
              ? texts.wouldChange(data.changes.length, data.agents)
              : texts.didChange(data.changes.length, data.agents)}
          </Text>
          <List size="sm">
            {data.changes.map(({ agent_id: agent, change, rule, reason }) => (
              <List.Item key={`${agent} ${change} ${rule}`}>
                <b>
                  <ForeignText text={agent} />
                </b>
                : {change}, {rule.replaceAll('_', ' ')}. <ForeignText text={reason} maxLength={400} />
              </List.Item>
            ))}
            {data.unknown.map(({ rule, reason, agents }) => (
              <List.Item key={`unknown ${rule} ${reason}`}>{texts.undecided(rule, reason, agents)}</List.Item>
            ))}
            {data.failed.map(({ agent_id: agent, detail }) => (
              <List.Item key={`failed ${agent}`}>
                {texts.failed} <ForeignText text={`${agent}: ${detail}`} maxLength={400} />
              </List.Item>
            ))}
          </List>
          {data.has_more && <Text size="sm">{texts.more}</Text>}
        </Stack>
      )}
      <Confirm
        isOpen={isAsking}
        title={texts.runNow}
        about={texts.runNowAbout}
        verb={texts.runNow}
        isDangerous
        isPending={run.isPending}
        error={run.error}
        onClose={() => setAsking(false)}
        onConfirm={() => run.mutate(false)}
      />
    </Panel>
  );
}
