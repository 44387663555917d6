/** Verify, deprecate, revoke or remove a release; each is offered only in the status that allows it. */
import type { RegisteredAuditor } from '@assay/client';
import { Button, Group, Modal, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { AskReason } from '../../parts/ask-reason.tsx';
import { Problem } from '../../parts/problem.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';
import { commonTexts } from '../../texts/common.ts';
import { parseLabels } from './parse-json.ts';

const texts = auditorsTexts.releases;
type Act = 'verify' | 'deprecate' | 'revoke' | 'remove';

interface ReleaseActionsProps {
  readonly release: RegisteredAuditor;
  readonly onRemoved: () => void;
}

export function ReleaseActions({ release: { id, status, revision }, onRemoved }: ReleaseActionsProps) {
  const queries = useQueryClient();
  const [open, setOpen] = useState<Act>();
  const [url, setUrl] = useState('');
  const [labels, setLabels] = useState('');
  const parsedLabels = parseLabels(labels);
  const areLabelsWrong = labels.trim() !== '' && parsedLabels === undefined;
  const may: Readonly<Record<Act, boolean>> = {
    verify: useMay('registeredAuditors.verify') && status === 'draft',
    deprecate: useMay('registeredAuditors.deprecate') && status === 'verified',
    revoke: useMay('registeredAuditors.revoke') && status !== 'revoked',
    remove: useMay('registeredAuditors.remove') && status === 'draft',
  };
  const act = useMutation({
    mutationFn: async ({ what, text }: { readonly what: Act; readonly text: string }) => {
      if (what === 'verify') await api.registeredAuditors.verify({ id, body: { url: text, labels: parsedLabels } });
      else if (what === 'deprecate') {
        await api.registeredAuditors.deprecate({ id, body: text === '' ? {} : { reason: text } });
      } else if (what === 'revoke') await api.registeredAuditors.revoke({ id, body: { reason: text } });
      else await api.registeredAuditors.remove({ id, ifMatch: revision });
    },
    onSuccess: async (_, { what }) => {
      setOpen(undefined);
      if (what === 'remove') onRemoved();
      const keys = what === 'remove' ? ['list'] : ['list', 'get', 'listVerifications'];
      await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [`registeredAuditors.${key}`] })));
    },
  });
  const start = (what: Act) => {
    act.reset();
    setOpen(what);
  };
  const close = () => setOpen(undefined);
  const reasoned = open === 'deprecate' || open === 'revoke' ? open : undefined;
  const asked = open === 'verify' || open === 'remove' ? open : undefined;
  return (
    <Group gap="xs">
      {(['verify', 'deprecate', 'revoke', 'remove'] as const).map(
        (what) =>
          may[what] && (
            <Button
              key={what}
              size="xs"
              variant={what === 'verify' ? 'filled' : 'default'}
              {...(what === 'revoke' ? { color: 'red', variant: 'light' } : {})}
              onClick={() => start(what)}
            >
              {texts[what]}
            </Button>
          ),
      )}
      {reasoned !== undefined && (
        <AskReason
          isOpen
          title={reasoned === 'revoke' ? texts.revokeTitle : texts.deprecateTitle}
          about={reasoned === 'revoke' ? texts.revokeAbout : texts.deprecateAbout}
          verb={texts[reasoned]}
          isRequired={reasoned === 'revoke'}
          isDangerous={reasoned === 'revoke'}
          isPending={act.isPending}
          error={act.error}
          onClose={close}
          onConfirm={(reason) => act.mutate({ what: reasoned, text: reason })}
        />
      )}
      <Modal
        opened={asked !== undefined}
        onClose={close}
        title={asked === 'remove' ? texts.remove : texts.verifyTitle}
        closeButtonProps={{ 'aria-label': commonTexts.close }}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (asked !== undefined && !areLabelsWrong) act.mutate({ what: asked, text: url.trim() });
          }}
        >
          <Text size="sm" mb="sm">
            {asked === 'remove' ? texts.removeAbout : texts.verifyAbout}
          </Text>
          {asked === 'verify' && (
            <>
              <TextInput
                label={texts.verifyUrl}
                type="url"
                required
                value={url}
                onChange={({ currentTarget }) => setUrl(currentTarget.value)}
                data-autofocus
              />
              <Textarea
                mt="sm"
                label={texts.verifyLabels}
                description={texts.verifyLabelsAbout}
                autosize
                minRows={2}
                maxRows={8}
                spellCheck={false}
                value={labels}
                error={areLabelsWrong ? texts.verifyLabelsWrong : undefined}
                onChange={({ currentTarget }) => setLabels(currentTarget.value)}
              />
            </>
          )}
          {act.error !== null && <Problem error={act.error} />}
          <Group mt="md" justify="flex-end">
            <Button variant="default" onClick={close}>
              {commonTexts.cancel}
            </Button>
            <Button type="submit" loading={act.isPending} {...(asked === 'remove' ? { color: 'red' } : {})}>
              {asked === 'remove' ? texts.remove : texts.verify}
            </Button>
          </Group>
        </form>
      </Modal>
    </Group>
  );
}
