/** The people of the organisation with their roles. */
import type { Member } from '@assay/client';
import { Code } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import type { RecordAction } from '../../parts/record-action.ts';
import { RecordTable } from '../../parts/record-table.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { accessTexts } from '../../texts/access.ts';
import { MemberRole } from './member-role.tsx';

const texts = accessTexts.members;

export function MemberList() {
  const [changed, setChanged] = useState<Member>();
  const actions: readonly RecordAction<Member>[] = [
    { operation: 'members.update', label: texts.changeRole, onOpen: setChanged },
    {
      operation: 'members.update',
      label: texts.disable,
      isOffered: ({ status }) => status === 'active',
      isDangerous: true,
      about: () => texts.disableAbout,
      run: ({ user_id: id, revision }) => api.members.update({ id, body: { status: 'disabled' }, ifMatch: revision }),
    },
    {
      operation: 'members.update',
      label: texts.enable,
      isOffered: ({ status }) => status === 'disabled',
      about: () => texts.enableAbout,
      run: ({ user_id: id, revision }) => api.members.update({ id, body: { status: 'active' }, ifMatch: revision }),
    },
    {
      operation: 'members.remove',
      label: texts.remove,
      isDangerous: true,
      about: () => texts.removeAbout,
      run: ({ user_id: id }) => api.members.remove({ id }),
    },
  ];
  return (
    <>
      <RecordTable
        label={texts.list}
        queryKey={['members.list']}
        read={(page, signal) => api.members.list(page, { signal })}
        columns={[
          { header: texts.name, cell: ({ name }) => <ForeignText text={name} /> },
          { header: texts.email, cell: ({ email }) => <ForeignText text={email} /> },
          { header: texts.role, cell: ({ role }) => role },
          { header: texts.status, cell: ({ status }) => <StateBadge state={status} /> },
          { header: texts.joined, cell: ({ joined_at: at }) => <TimeAgo value={at} /> },
          { header: texts.id, cell: ({ user_id: id }) => <IdText value={id} short /> },
        ]}
        idOf={({ user_id: id }) => id}
        nameOf={({ email }) => email}
        actions={actions}
        empty={
          <Empty title={texts.emptyTitle}>
            {texts.empty} <Code>ASSAY_AUTHENTICATION=required</Code>
          </Empty>
        }
      />
      {changed !== undefined && (
        <MemberRole key={changed.user_id} member={changed} onClose={() => setChanged(undefined)} />
      )}
    </>
  );
}
