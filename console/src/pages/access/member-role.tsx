/** Gives a member another role. */
import type { Member } from '@assay/client';
import { Select, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useReadAgain } from '../../parts/use-group.ts';
import { accessTexts } from '../../texts/access.ts';
import { roles, toRole } from './roles.ts';

const texts = accessTexts.members;

export function MemberRole({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const [role, setRole] = useState(toRole(member.role));
  const readAgain = useReadAgain('members');
  const change = useMutation({
    mutationFn: () => api.members.update({ id: member.user_id, body: { role }, ifMatch: member.revision }),
    onSuccess: onClose,
    onSettled: readAgain,
  });
  return (
    <FormDialog
      isOpen
      title={texts.changeRole}
      verb={texts.changeRole}
      isPending={change.isPending}
      error={change.error}
      onClose={onClose}
      onSend={() => change.mutate()}
    >
      <Text size="sm">
        <ForeignText text={member.email} />
      </Text>
      <Select
        label={texts.role}
        description={accessTexts.roles[role]}
        data={[...roles]}
        value={role}
        onChange={(value) => setRole(toRole(value))}
        allowDeselect={false}
      />
    </FormDialog>
  );
}
