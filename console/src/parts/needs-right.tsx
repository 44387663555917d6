/** Shows its content to roles that may read it, and says to others what is missing. */
import { Button, Code } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSession } from '../api/session.ts';
import { openUnlock } from '../app/unlock-dialog.tsx';
import { commonTexts } from '../texts/common.ts';
import { recordTexts as texts } from '../texts/records.ts';
import { Empty } from './empty.tsx';

interface NeedsRightProps {
  /** Such as `auditLogs.list`. */
  readonly operation: string;
  readonly children: ReactNode;
}

export function NeedsRight({ operation, children }: NeedsRightProps) {
  const session = useSession();
  if (session === undefined) return null;
  if (session.operations.includes(operation)) return <>{children}</>;
  if (session.authentication !== 'loopback' || session.unlocked) {
    return <Empty title={texts.noRight}>{texts.noRightHelp(session.role ?? commonTexts.none)}</Empty>;
  }
  return (
    <Empty title={texts.locked}>
      {texts.lockedHelp} <Code>assay console open</Code>
      <div>
        <Button mt="md" onClick={openUnlock}>
          {commonTexts.session.unlock}
        </Button>
      </div>
    </Empty>
  );
}
