/** Connects, refreshes, rotates, changes and revokes a credential. */
import type { ScopedCredential } from '@assay/client';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { AskReason } from '../../parts/ask-reason.tsx';
import { Problem } from '../../parts/problem.tsx';
import { toolsTexts } from '../../texts/tools.ts';
import { CredentialChangeDialog } from './credential-change-dialog.tsx';
import { OutsideLink } from './outside-link.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { say } from './say.ts';
import { useChange } from './use-change.ts';

const texts = toolsTexts.credentials;
const groups = ['scopedCredentials', 'scopedTools', 'installations'] as const;

export function CredentialActions({ credential }: { readonly credential: ScopedCredential }) {
  const { id, auth_type: kind, status, version } = credential;
  const isRevoked = status === 'revoked';
  const isSignIn = kind === 'oauth2_code';
  const mayConnect = useMay('scopedCredentials.connect') && isSignIn;
  const mayRefresh = useMay('scopedCredentials.refresh') && (isSignIn || kind === 'client_credentials') && version > 0;
  const mayRotate = useMay('scopedCredentials.rotate') && !isSignIn;
  const mayChange = useMay('scopedCredentials.update');
  const mayRevoke = useMay('scopedCredentials.revoke');
  const [asked, setAsked] = useState<'rotate' | 'change' | 'revoke'>();
  const close = () => setAsked(undefined);
  const connect = useChange(() => api.scopedCredentials.connect({ id, body: null }), groups);
  const refresh = useChange(
    () => api.scopedCredentials.refresh({ id }),
    groups,
    () => say(texts.refreshed),
  );
  const revoke = useChange(
    (reason: string) => api.scopedCredentials.revoke({ id, body: { reason } }),
    groups,
    () => {
      say(texts.revoked);
      close();
    },
  );
  if (isRevoked) return null;
  const problem = connect.error ?? refresh.error;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {mayConnect && (
          <Button loading={connect.isPending} onClick={() => connect.mutate(undefined)}>
            {texts.connect}
          </Button>
        )}
        {mayRotate && (
          <Button onClick={() => setAsked('rotate')}>{version === 0 ? texts.firstSecret : texts.rotate}</Button>
        )}
        {mayRefresh && (
          <Button variant="default" loading={refresh.isPending} onClick={() => refresh.mutate(undefined)}>
            {texts.refresh}
          </Button>
        )}
        {mayChange && (
          <Button variant="default" onClick={() => setAsked('change')}>
            {texts.change}
          </Button>
        )}
        {mayRevoke && (
          <Button variant="default" onClick={() => setAsked('revoke')}>
            {texts.revoke}
          </Button>
        )}
      </Group>
      {connect.data !== undefined && (
        <Alert color="blue" role="status">
          {texts.connectAbout} <OutsideLink url={connect.data.connect_url}>{texts.openLink}</OutsideLink>
        </Alert>
      )}
      {problem !== null && <Problem error={problem} />}
      {asked === 'rotate' && <RotateDialog credential={credential} onClose={close} />}
      {asked === 'change' && <CredentialChangeDialog credential={credential} onClose={close} />}
      <AskReason
        isOpen={asked === 'revoke'}
        title={texts.revokeTitle}
        about={texts.revokeAbout}
        verb={texts.revoke}
        isDangerous
        isPending={revoke.isPending}
        error={revoke.error}
        onClose={close}
        onConfirm={(reason) => revoke.mutate(reason)}
      />
    </Stack>
  );
}
