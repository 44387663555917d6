/** Changes the version of an installed app, or uninstalls it. */
import type { Installation } from '@assay/client';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { toolsTexts } from '../../texts/tools.ts';
import { Confirm } from './confirm.tsx';
import { UpgradeDialog } from './upgrade-dialog.tsx';
import { useChange } from './use-change.ts';

const texts = toolsTexts.installation;

export function InstallationActions({ installation }: { readonly installation: Installation }) {
  const { id, status } = installation;
  const isGone = status === 'removed' || status === 'uninstalling';
  const mayUpgrade = useMay('installations.upgrade') && status === 'installed';
  const mayUninstall = useMay('installations.uninstall') && !isGone;
  const [asked, setAsked] = useState<'upgrade' | 'uninstall'>();
  const close = () => setAsked(undefined);
  const uninstall = useChange(
    () => api.installations.uninstall({ id }),
    ['installations', 'scopedTools', 'scopedCredentials'],
    close,
  );
  return (
    <>
      {mayUpgrade && (
        <Button variant="default" onClick={() => setAsked('upgrade')}>
          {texts.upgrade}
        </Button>
      )}
      {mayUninstall && (
        <Button variant="default" onClick={() => setAsked('uninstall')}>
          {texts.uninstall}
        </Button>
      )}
      {mayUpgrade && asked === 'upgrade' && <UpgradeDialog installation={installation} onClose={close} />}
      <Confirm
        isOpen={asked === 'uninstall'}
        title={texts.uninstallTitle}
        about={texts.uninstallAbout}
        verb={texts.uninstall}
        isPending={uninstall.isPending}
        error={uninstall.error}
        onClose={close}
        onConfirm={() => uninstall.mutate(undefined)}
      />
    </>
  );
}
