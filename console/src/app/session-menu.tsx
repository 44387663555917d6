/** The menu of the session: the user, the colour scheme, locking and signing out. */
import { Button, Menu, SegmentedControl, Text, useMantineColorScheme } from '@mantine/core';
import { AvatarIcon, LockClosedIcon, LockOpen1Icon } from '@radix-ui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { takeSession, useSession } from '../api/session.ts';
import { commonTexts as texts } from '../texts/common.ts';
import { openUnlock, UnlockDialog } from './unlock-dialog.tsx';

export function SessionMenu() {
  const session = useSession();
  const queries = useQueryClient();
  const scheme = useMantineColorScheme();
  const isLocal = session?.authentication === 'loopback';
  const leave = async () => {
    await api.console.endSession();
    await takeSession(queries, await api.console.getSession());
  };
  if (session === undefined) return null;
  const name = session.user?.name ?? session.user?.email ?? (isLocal ? texts.session.local : texts.session.signIn);
  return (
    <>
      {isLocal && !session.unlocked && (
        <Button size="xs" variant="light" leftSection={<LockClosedIcon />} onClick={openUnlock}>
          {texts.session.unlock}
        </Button>
      )}
      {!session.signed_in && session.sign_in_url !== null && (
        <Button size="xs" component="a" href={session.sign_in_url}>
          {texts.session.signIn}
        </Button>
      )}
      <Menu position="bottom-end" width={270} keepMounted={false}>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            aria-label={session.unlocked ? texts.session.unlocked : name}
            leftSection={session.unlocked ? <LockOpen1Icon /> : <AvatarIcon />}
          >
            <span className="wide-only">{session.unlocked ? texts.session.unlocked : name}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {name} {session.role !== null && `(${session.role})`}
          </Menu.Label>
          {isLocal && (
            <Text size="xs" px="sm" pb="xs">
              {texts.session.localHelp}
            </Text>
          )}
          <Menu.Divider />
          <Menu.Label>{texts.theme}</Menu.Label>
          <SegmentedControl
            size="xs"
            fullWidth
            m="xs"
            aria-label={texts.theme}
            value={scheme.colorScheme}
            onChange={(value) => scheme.setColorScheme(value === 'light' || value === 'dark' ? value : 'auto')}
            data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: texts.themes[value] }))}
          />
          {(session.unlocked || (session.signed_in && !isLocal)) && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => void leave()}>{isLocal ? texts.session.lock : texts.session.signOut}</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <UnlockDialog />
    </>
  );
}
