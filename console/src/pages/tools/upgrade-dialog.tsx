/** Changes an installed app to another version, with the configuration that this version declares. */
import type { App, Installation } from '@assay/client';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Problem } from '../../parts/problem.tsx';
import { toolsTexts } from '../../texts/tools.ts';
import { draftOfConfig, toConfig } from './config-fields.ts';
import { ConfigForm } from './config-form.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useChange } from './use-change.ts';

const texts = toolsTexts.installation;
const mostListed = 100;

interface UpgradeDialogProps {
  readonly installation: Installation;
  readonly onClose: () => void;
}

export function UpgradeDialog({ installation, onClose }: UpgradeDialogProps) {
  const { id, app_id: appId } = installation;
  const versions = useQuery({
    queryKey: ['apps.listVersions', appId, 'choice'],
    queryFn: ({ signal }) => api.apps.listVersions({ app_id: appId, limit: mostListed }, { signal }),
  });
  const [version, setVersion] = useState<string>();
  const [config, setConfig] = useState(() => draftOfConfig(installation.config));
  const apps = versions.data?.items ?? [];
  const target = apps.find((app) => app.version === (version ?? apps[0]?.version));
  const upgrade = useChange(
    (app: App) => api.installations.upgrade({ id, body: { version: app.version, config: toConfig(app, config) } }),
    ['installations', 'scopedTools'],
    onClose,
  );
  return (
    <FormDialog
      isOpen
      title={texts.upgrade}
      about={texts.upgradeAbout}
      verb={texts.upgradeGo}
      isPending={upgrade.isPending}
      error={upgrade.error}
      onClose={onClose}
      onSend={() => target !== undefined && upgrade.mutate(target)}
    >
      {versions.error !== null && <Problem error={versions.error} onRetry={() => void versions.refetch()} />}
      <Select
        label={texts.version}
        data={apps.map((app) => app.version)}
        value={target?.version ?? null}
        allowDeselect={false}
        onChange={(value) => setVersion(value ?? undefined)}
        data-autofocus
      />
      {target !== undefined && (
        <ConfigForm app={target} draft={config} onChange={(change) => setConfig((old) => ({ ...old, ...change }))} />
      )}
    </FormDialog>
  );
}
