/** Says that decisions need the operator token, with the button that takes it. Nothing where they do not. */
import { Alert, Button, Group } from '@mantine/core';
import { LockClosedIcon } from '@radix-ui/react-icons';
import { useMay, useSession } from '../../api/session.ts';
import { openUnlock } from '../../app/unlock-dialog.tsx';
import { approvalsTexts } from '../../texts/approvals.ts';

const texts = approvalsTexts.unlock;

export function UnlockToDecide() {
  const session = useSession();
  const may = useMay('approvals.approve');
  if (session === undefined || may || session.authentication !== 'loopback' || session.unlocked) return null;
  return (
    <Alert role="note" color="blue" title={texts.title} icon={<LockClosedIcon />}>
      <Group justify="space-between">
        <span>{texts.help}</span>
        <Button size="xs" onClick={openUnlock}>
          {texts.button}
        </Button>
      </Group>
    </Alert>
  );
}
