/** Takes a part of a delegation back: scopes, resources, or time. Nothing can be added. */
import type { DelegationGrant } from '@assay/client';
import { MultiSelect, NumberInput, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useReadAgain } from '../../parts/use-group.ts';
import { accessTexts } from '../../texts/access.ts';

const texts = accessTexts.delegations;
const hourSeconds = 3_600;

export function NarrowForm({ grant, onClose }: { readonly grant: DelegationGrant; readonly onClose: () => void }) {
  const [scopes, setScopes] = useState<string[]>([...grant.scopes]);
  const [resources, setResources] = useState<string[]>([...grant.resources]);
  const [hours, setHours] = useState<number>();
  const readAgain = useReadAgain('onBehalfOf', 'delegations');
  const narrow = useMutation({
    mutationFn: () =>
      api.delegations.narrow({
        agent_id: grant.agent_id,
        grant_id: grant.id,
        ifMatch: grant.revision,
        body: {
          approved_scopes: scopes,
          resources,
          ...(hours === undefined ? {} : { ttl_seconds: Math.round(hours * hourSeconds) }),
        },
      }),
    onSuccess: onClose,
    onSettled: readAgain,
  });
  return (
    <FormDialog
      isOpen
      title={texts.narrow}
      verb={texts.narrow}
      isPending={narrow.isPending}
      error={narrow.error}
      onClose={onClose}
      onSend={() => narrow.mutate()}
    >
      <Text size="sm">
        <ForeignText text={grant.agent_id} />: <ForeignText text={grant.purpose} />
      </Text>
      <MultiSelect label={texts.keepScopes} data={[...grant.scopes]} value={scopes} onChange={setScopes} />
      <MultiSelect label={texts.keepResources} data={[...grant.resources]} value={resources} onChange={setResources} />
      <NumberInput
        label={texts.hours}
        description={texts.hoursHelp}
        min={0}
        value={hours ?? ''}
        onChange={(value) => setHours(typeof value === 'number' ? value : undefined)}
      />
    </FormDialog>
  );
}
