/** Invitations of people. The link of one is shown once. */
import type { Invitation } from '@assay/client';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { toSecretTexts } from '../../parts/secret-texts.ts';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { accessTexts } from '../../texts/access.ts';
import { InviteForm } from './invite-form.tsx';

const texts = accessTexts.invitations;

export function InvitationList() {
  const [isOpen, setOpen] = useState(false);
  const [link, setLink] = useState<string>();
  const may = useMay('invitations.create');
  const invite = may ? (
    <Button w="max-content" onClick={() => setOpen(true)}>
      {texts.invite}
    </Button>
  ) : null;
  return (
    <Stack gap="sm">
      {invite}
      <RecordTable<Invitation>
        label={texts.list}
        queryKey={['invitations.list']}
        read={(page, signal) => api.invitations.list(page, { signal })}
        columns={[
          { header: accessTexts.members.email, cell: ({ email }) => <ForeignText text={email} /> },
          { header: accessTexts.members.role, cell: ({ role }) => role },
          { header: accessTexts.members.status, cell: ({ status }) => <StateBadge state={status} /> },
          { header: texts.by, cell: ({ invited_by: by }) => <ForeignText text={by} /> },
          { header: texts.made, cell: ({ created_at: at }) => <TimeAgo value={at} /> },
          { header: texts.ends, cell: ({ expires_at: at }) => <TimeAgo value={at} /> },
        ]}
        idOf={({ id }) => id}
        nameOf={({ email }) => email}
        actions={[
          {
            operation: 'invitations.revoke',
            label: texts.revoke,
            isDangerous: true,
            isOffered: ({ status }) => status === 'pending',
            about: () => texts.revokeAbout,
            run: ({ id }) => api.invitations.revoke({ id }),
          },
        ]}
        empty={<Empty title={texts.emptyTitle}>{may ? texts.empty : texts.emptyReader}</Empty>}
      />
      <InviteForm isOpen={isOpen} onClose={() => setOpen(false)} onMade={setLink} />
      <SecretOnce secret={link} texts={toSecretTexts(texts.link, texts.linkAbout)} onClose={() => setLink(undefined)} />
    </Stack>
  );
}
