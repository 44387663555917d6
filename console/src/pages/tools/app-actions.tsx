/** Deprecates, reactivates or deletes an app of the organisation. */
import type { App } from '@assay/client';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { AskReason } from '../../parts/ask-reason.tsx';
import { toolsTexts } from '../../texts/tools.ts';
import { say } from './say.ts';
import { useChange } from './use-change.ts';

const texts = toolsTexts.app;

export function AppActions({ app }: { readonly app: App }) {
  const mayChange = useMay('apps.update') && app.status !== 'deleted';
  const mayRemove = useMay('apps.remove') && app.status !== 'deleted';
  const [asked, setAsked] = useState<'status' | 'remove'>();
  const navigate = useNavigate();
  const close = () => setAsked(undefined);
  const isActive = app.status === 'active';
  const change = useChange(
    (reason: string) =>
      api.apps.update({
        app_id: app.id,
        ifMatch: app.revision,
        body: { status: isActive ? 'deprecated' : 'active', status_reason: reason },
      }),
    ['apps'],
    close,
  );
  const remove = useChange(
    async (reason: string) => {
      // The deletion takes no reason, so it is stored with the app first.
      const { revision } = await api.apps.update({
        app_id: app.id,
        ifMatch: app.revision,
        body: { status: 'deprecated', status_reason: reason },
      });
      await api.apps.remove({ app_id: app.id, ifMatch: revision });
    },
    ['apps'],
    () => {
      say(texts.removed);
      void navigate({ to: '/tools' });
    },
  );
  return (
    <>
      {mayChange && (
        <Button variant="default" onClick={() => setAsked('status')}>
          {isActive ? texts.deprecate : texts.activate}
        </Button>
      )}
      {mayRemove && (
        <Button variant="default" onClick={() => setAsked('remove')}>
          {texts.remove}
        </Button>
      )}
      <AskReason
        isOpen={asked === 'status'}
        title={isActive ? texts.deprecate : texts.activate}
        about={isActive ? texts.deprecateAbout : texts.activateAbout}
        verb={isActive ? texts.deprecate : texts.activate}
        isPending={change.isPending}
        error={change.error}
        onClose={close}
        onConfirm={(reason) => change.mutate(reason)}
      />
      <AskReason
        isOpen={asked === 'remove'}
        title={texts.removeTitle}
        about={texts.removeAbout}
        verb={texts.remove}
        isDangerous
        isPending={remove.isPending}
        error={remove.error}
        onClose={close}
        onConfirm={(reason) => remove.mutate(reason)}
      />
    </>
  );
}
