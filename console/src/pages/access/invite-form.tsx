/** Invites a person with a role. */
import { NumberInput, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useReadAgain } from '../../parts/use-group.ts';
import { accessTexts } from '../../texts/access.ts';
import { roles, toRole } from './roles.ts';

const texts = accessTexts.invitations;
const daySeconds = 86_400;

interface InviteFormProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Gets the link, or the token where the deployment has no page for it. */
  readonly onMade: (link: string | undefined) => void;
}

export function InviteForm({ isOpen, onClose, onMade }: InviteFormProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState(toRole('viewer'));
  const [days, setDays] = useState(7);
  const readAgain = useReadAgain('invitations');
  const invite = useMutation({
    mutationFn: () =>
      api.invitations.create({ body: { email: email.trim(), role, expires_in_s: Math.round(days * daySeconds) } }),
    onSuccess: async ({ url, token }) => {
      onMade(url ?? token);
      setEmail('');
      onClose();
      await readAgain();
    },
  });
  return (
    <FormDialog
      isOpen={isOpen}
      title={texts.invite}
      verb={texts.invite}
      isPending={invite.isPending}
      error={invite.error}
      onClose={onClose}
      onSend={() => invite.mutate()}
    >
      <TextInput
        label={accessTexts.members.email}
        type="email"
        required
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        data-autofocus
      />
      <Select
        label={accessTexts.members.role}
        description={accessTexts.roles[role]}
        data={[...roles]}
        value={role}
        onChange={(value) => setRole(toRole(value))}
        allowDeselect={false}
      />
      <NumberInput
        label={texts.days}
        min={1}
        max={30}
        allowDecimal={false}
        value={days}
        onChange={(value) => setDays(typeof value === 'number' ? value : 7)}
      />
    </FormDialog>
  );
}
