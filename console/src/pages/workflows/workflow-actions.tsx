/** Deploy, stop, download and delete. */
import type { Workflow } from '@assay/client';
import { ActionIcon, Button, Group, Menu, Modal, Text } from '@mantine/core';
import { DotsHorizontalIcon, DownloadIcon, RocketIcon, StopIcon, TrashIcon } from '@radix-ui/react-icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Problem } from '../../parts/problem.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { commonTexts } from '../../texts/common.ts';
import { workflowTexts } from '../../texts/workflows.ts';
import { toYaml } from './draft/definition.ts';
import type { Draft } from './draft/use-draft.ts';

const texts = workflowTexts.page;
type Act = 'deploy' | 'stop' | 'remove';
const removable: readonly string[] = ['draft', 'stopped', 'failed'];

export function WorkflowActions({ workflow, draft }: { readonly workflow: Workflow; readonly draft: Draft }) {
  const { id, status, deployed_revision: deployed, draft_revision: newest } = workflow;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Act>();
  const isUpToDate = status === 'running' && deployed === newest && !draft.isDirty;
  const mayDeploy = useMay('workflows.deploy') && !isUpToDate;
  const mayStop = useMay('workflows.stop') && ['running', 'deploying'].includes(status);
  const mayRemove = useMay('workflows.remove') && removable.includes(status);
  const act = useMutation({
    mutationFn: async (wanted: Act) => {
      if (wanted === 'remove') await api.workflows.remove({ id });
      else if (wanted === 'stop') await api.workflows.stop({ id });
      else {
        const { revision } = draft.isDirty ? await draft.save.mutateAsync() : workflow;
        await api.workflows.deploy({ id }, { headers: { 'if-match': `"${revision}"` } });
      }
    },
    onSuccess: async (_done, wanted) => {
      setAsked(undefined);
      if (wanted === 'remove') await navigate({ to: '/workflows', ignoreBlocker: true });
      else await queries.invalidateQueries({ queryKey: ['workflows.get', id] });
      await queries.invalidateQueries({ queryKey: ['workflows.list'] });
      await queries.invalidateQueries({ queryKey: ['workflows.history', id] });
    },
    onError: () => queries.invalidateQueries({ queryKey: ['workflows.get', id] }),
  });
  const ask = (wanted: Act) => () => {
    act.reset();
    setAsked(wanted);
  };
  const isRedrawn = JSON.stringify(draft.definition.graph) !== JSON.stringify(workflow.graph);
  const nextRevision = isRedrawn ? newest + 1 : newest;
  const words: Readonly<Record<Act, readonly [title: string, help: string, verb: string]>> = {
    deploy: [
      texts.deployTitle,
      [texts.deployHelp(nextRevision, deployed), ...(draft.isDirty ? [texts.deploySave] : [])].join(' '),
      texts.deploy,
    ],
    stop: [texts.stopTitle, texts.stopHelp, texts.stop],
    remove: [texts.removeTitle, texts.removeHelp, texts.remove],
  };
  const [title, help, verb] = words[asked ?? 'deploy'];
  return (
    <>
      {mayDeploy && (
        <Button
          leftSection={<RocketIcon />}
          disabled={status === 'deploying' || status === 'stopping'}
          onClick={ask('deploy')}
        >
          {status === 'running' ? texts.redeploy : texts.deploy}
        </Button>
      )}
      {mayStop && (
        <Button variant="default" leftSection={<StopIcon />} onClick={ask('stop')}>
          {texts.stop}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={texts.more}>
            <DotsHorizontalIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<DownloadIcon />}
            onClick={() => saveFile(`${id}.yaml`, toYaml(draft.definition), 'application/yaml')}
          >
            {texts.copyFile}
          </Menu.Item>
          {mayRemove && (
            <Menu.Item color="red" leftSection={<TrashIcon />} onClick={ask('remove')}>
              {texts.remove}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={title}
        closeButtonProps={{ 'aria-label': commonTexts.close }}
      >
        <Text size="sm">{help}</Text>
        {act.error !== null && <Problem error={act.error} />}
        <Group mt="md" justify="flex-end">
          <Button variant="default" onClick={() => setAsked(undefined)}>
            {commonTexts.cancel}
          </Button>
          <Button
            loading={act.isPending}
            {...(asked === 'deploy' ? {} : { color: 'red' })}
            onClick={() => asked !== undefined && act.mutate(asked)}
            data-autofocus
          >
            {verb}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
