/** Gives a credential its first or its next secret. */
import type { ScopedCredential } from '@assay/client';
import { NumberInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { toolsTexts } from '../../texts/tools.ts';
import { secretWord } from './credential-words.ts';
import { FormDialog } from './form-dialog.tsx';
import { say } from './say.ts';
import { SecretInput } from './secret-input.tsx';
import { useChange } from './use-change.ts';

const texts = toolsTexts.credentials;
const longestOverlap = 7 * 86_400;

interface RotateDialogProps {
  readonly credential: ScopedCredential;
  readonly onClose: () => void;
}

export function RotateDialog({ credential, onClose }: RotateDialogProps) {
  const { id, auth_type: kind, version, rotation } = credential;
  const [secret, setSecret] = useState('');
  const [certificate, setCertificate] = useState('');
  const [overlap, setOverlap] = useState<number>(rotation.overlap_seconds);
  const isCertificate = kind === 'mtls';
  // A first secret and a certificate have no overlap.
  const hasOverlap = version > 0 && !isCertificate;
  const rotate = useChange(
    () =>
      api.scopedCredentials.rotate({
        id,
        body: {
          secret,
          certificate: isCertificate ? certificate : undefined,
          overlap_seconds: hasOverlap ? overlap : undefined,
        },
      }),
    ['scopedCredentials', 'scopedTools', 'installations'],
    () => {
      say(texts.rotated);
      onClose();
    },
  );
  return (
    <FormDialog
      isOpen
      title={version === 0 ? texts.firstSecret : texts.rotateTitle}
      about={version === 0 ? texts.secretHelp : texts.rotateAbout}
      verb={version === 0 ? toolsTexts.save : texts.rotate}
      isPending={rotate.isPending}
      error={rotate.error}
      onClose={onClose}
      onSend={() => rotate.mutate(undefined)}
    >
      <SecretInput
        label={secretWord(kind) ?? texts.secret.other}
        hasLines={isCertificate}
        isRequired
        value={secret}
        onChange={setSecret}
      />
      {isCertificate && (
        <Textarea
          label={texts.certificate}
          value={certificate}
          required
          autosize
          minRows={4}
          maxRows={10}
          spellCheck={false}
          onChange={({ currentTarget }) => setCertificate(currentTarget.value)}
        />
      )}
      {hasOverlap && (
        <NumberInput
          label={texts.overlap}
          min={0}
          max={longestOverlap}
          allowDecimal={false}
          value={overlap}
          onChange={(value) => setOverlap(typeof value === 'number' ? value : rotation.overlap_seconds)}
        />
      )}
    </FormDialog>
  );
}
