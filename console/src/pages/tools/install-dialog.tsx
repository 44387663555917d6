/** Installs an app for an agent. */
import { ApiError, type App } from '@assay/client';
import { Autocomplete, Radio, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { toolsTexts } from '../../texts/tools.ts';
import { emptyConfig, toConfig } from './config-fields.ts';
import { ConfigForm } from './config-form.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useAgentIds } from './known-ids.ts';
import { ToolsLink } from './tools-link.tsx';
import { useChange } from './use-change.ts';

const texts = toolsTexts.install;

interface InstallDialogProps {
  readonly app: App;
  readonly agent: string | undefined;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function InstallDialog({ app, agent: given, isOpen, onClose }: InstallDialogProps) {
  const navigate = useNavigate();
  const agents = useAgentIds();
  const [agent, setAgent] = useState(given ?? '');
  const [account, setAccount] = useState<'agent' | 'me'>('agent');
  const [config, setConfig] = useState(emptyConfig);
  const install = useChange(
    () =>
      api.installations.create({
        app_id: app.id,
        body: {
          agent_id: agent.trim(),
          version: app.version,
          config: toConfig(app, config),
          connect_as: account === 'me' ? 'me' : undefined,
        },
      }),
    ['installations', 'scopedTools'],
    ({ id }) => void navigate({ to: '/tools/$id', params: { id } }),
  );
  const isRefusedByRules = install.error instanceof ApiError && install.error.code === 'policy_denied';
  return (
    <FormDialog
      isOpen={isOpen}
      title={<ForeignText text={texts.title(app.title)} />}
      about={texts.about}
      verb={texts.go}
      isPending={install.isPending}
      error={install.error}
      onClose={onClose}
      onSend={() => install.mutate(undefined)}
    >
      <Autocomplete
        label={toolsTexts.agent}
        placeholder={toolsTexts.agentHint}
        data={[...agents]}
        limit={50}
        value={agent}
        onChange={setAgent}
        required
        data-autofocus
      />
      <ConfigForm app={app} draft={config} onChange={(change) => setConfig((old) => ({ ...old, ...change }))} />
      {(app.type === 'mcp_server' || app.type === 'a2a_agent') && (
        <Radio.Group
          label={texts.connectAs}
          value={account}
          onChange={(value) => setAccount(value === 'me' ? 'me' : 'agent')}
        >
          <Stack gap={6} mt={4}>
            <Radio value="agent" label={texts.asAgent} />
            <Radio value="me" label={texts.asMe} />
          </Stack>
        </Radio.Group>
      )}
      {isRefusedByRules && (
        <Text size="sm">
          {texts.blockedHelp}{' '}
          <ToolsLink search={{ tab: 'rules', add: 'rule', app: app.name }}>{texts.addRule}</ToolsLink>
        </Text>
      )}
    </FormDialog>
  );
}
