/** Approves the tools of an app exactly as they are shown, and says which denied ones are shown to models nevertheless. */
import type { InstallationTools } from '@assay/client';
import { Checkbox, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { toShown } from '../../../../src/contract/shown-text.ts';
import { api } from '../../api/client.ts';
import { IdText } from '../../parts/id-text.tsx';
import { commonTexts } from '../../texts/common.ts';
import { toolsTexts } from '../../texts/tools.ts';
import { FormDialog } from './form-dialog.tsx';
import { useChange } from './use-change.ts';

const texts = toolsTexts.compare;

interface ApproveToolsProps {
  readonly id: string;
  /** As they were when the dialog was opened: the approval is for these. */
  readonly tools: InstallationTools;
  readonly onClose: () => void;
}

export function ApproveTools({ id, tools: given, onClose }: ApproveToolsProps) {
  const [tools] = useState(given);
  const denied = tools.items.filter(({ findings, present }) => findings.length > 0 && present !== null);
  const [allowed, setAllowed] = useState<readonly string[]>(() =>
    denied.filter((tool) => tool.allowed !== null).map(keyOf),
  );
  const [reason, setReason] = useState('');
  const approve = useChange(
    (hash: string) =>
      api.installations.approveTools({
        id,
        body: {
          tools_hash: hash,
          ...(denied.length === 0
            ? {}
            : {
                allow_denied: denied
                  .filter((tool) => allowed.includes(keyOf(tool)))
                  .map(({ server, name }) => ({ server, tool: name })),
                reason: reason.trim(),
              }),
        },
      }),
    ['installations', 'scopedTools'],
    onClose,
  );
  const { tools_present_hash: hash } = tools;
  return (
    <FormDialog
      isOpen
      title={texts.approveTitle}
      about={texts.approveAbout}
      verb={texts.approveGo}
      isPending={approve.isPending}
      error={approve.error}
      onClose={onClose}
      onSend={() => hash !== null && approve.mutate(hash)}
    >
      {hash !== null && (
        <Text size="xs" component="div" className="foreign">
          <IdText value={hash} />
        </Text>
      )}
      {denied.length > 0 && (
        <>
          <Checkbox.Group
            label={texts.allowDenied}
            description={texts.allowHelp}
            value={[...allowed]}
            onChange={(keys) => setAllowed(keys)}
          >
            <Stack gap={6} mt={6}>
              {denied.map((tool) => (
                <Checkbox
                  key={keyOf(tool)}
                  value={keyOf(tool)}
                  label={`${toShown(tool.name)}: ${toShown(tool.findings.join(', '), 300)}`}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <Textarea
            label={commonTexts.reason}
            description={commonTexts.reasonHint}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            required
            maxLength={500}
            autosize
            minRows={2}
          />
        </>
      )}
    </FormDialog>
  );
}

function keyOf({ server, name }: { readonly server: string; readonly name: string }): string {
  return JSON.stringify([server, name]);
}
