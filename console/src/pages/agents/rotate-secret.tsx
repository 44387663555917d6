/** Gives an agent a new client secret. */
import type { AgentWithSecret } from '@assay/client';
import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Problem } from '../../parts/problem.tsx';
import { agentsTexts } from '../../texts/agents.ts';
import { commonTexts } from '../../texts/common.ts';
import type { ActDialogProps } from './agent-actions.tsx';

const texts = agentsTexts.acts.rotateCredentials;

interface RotateSecretProps extends ActDialogProps {
  readonly onSecret: (agent: AgentWithSecret) => void;
}

export function RotateSecret({ agent: { id }, onClose, onDone, onSecret }: RotateSecretProps) {
  const [endsTokens, setEndsTokens] = useState(false);
  const rotate = useMutation({
    mutationFn: () => api.agents.rotateCredentials({ id, body: { revoke_tokens: endsTokens } }),
    onSuccess: async (agent) => {
      onSecret(agent);
      onClose();
      await onDone();
    },
  });
  return (
    <Modal opened onClose={onClose} title={texts.title} closeButtonProps={{ 'aria-label': commonTexts.close }}>
      <Stack gap="sm">
        <Text size="sm">{texts.about}</Text>
        <Checkbox
          label={texts.revoke}
          checked={endsTokens}
          onChange={({ currentTarget }) => setEndsTokens(currentTarget.checked)}
        />
        {rotate.error !== null && <Problem error={rotate.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {commonTexts.cancel}
          </Button>
          <Button color="red.9" loading={rotate.isPending} onClick={() => rotate.mutate()}>
            {texts.verb}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
