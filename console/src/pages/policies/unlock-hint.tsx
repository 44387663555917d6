/** Says that policies of the organisation need the operator token, where it has not been given. */
import { Alert, Button } from '@mantine/core';
import { LockClosedIcon } from '@radix-ui/react-icons';
import { useSession } from '../../api/session.ts';
import { openUnlock } from '../../app/unlock-dialog.tsx';
import { commonTexts } from '../../texts/common.ts';
import { policiesTexts } from '../../texts/policies.ts';

export function UnlockHint({ scope }: { readonly scope: { readonly level: string } }) {
  const session = useSession();
  if (scope.level !== 'org' || session === undefined) return null;
  if (session.authentication !== 'loopback' || session.unlocked) return null;
  return (
    <Alert color="yellow" icon={<LockClosedIcon />} my="sm">
      {policiesTexts.create.needsToken}{' '}
      <Button size="compact-xs" variant="default" onClick={openUnlock}>
        {commonTexts.session.unlock}
      </Button>
    </Alert>
  );
}
