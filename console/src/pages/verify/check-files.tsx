/** The form: files, how to check them, whose keys count, and the verdicts. */
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '../../parts/panel.tsx';
import { verifyTexts as texts } from '../../texts/verify.ts';
import type { CheckFile } from './check-file.ts';
import { FileDrop } from './file-drop.tsx';
import { JudgementView } from './judgement-view.tsx';
import { OptionFields } from './option-fields.tsx';
import { type CheckOptions, toKind, toNonce, toTime } from './options.ts';
import { type OwnKeys, TrustedKeys } from './trusted-keys.tsx';

interface CheckFilesProps {
  readonly options: CheckOptions;
  readonly onOptions: (change: CheckOptions) => void;
}

export function CheckFiles({ options, onOptions }: CheckFilesProps) {
  const [files, setFiles] = useState<readonly CheckFile[]>([]);
  const [ownKeys, setOwnKeys] = useState<OwnKeys>();
  const check = useMutation({
    // The checks need no network.
    networkMode: 'always',
    mutationFn: async (input: { readonly files: readonly CheckFile[]; readonly ownKeys: OwnKeys | undefined }) => {
      const { judge } = await import('./judge.ts');
      const now = toTime(options.at, Date.now());
      return judge({ ...input, kind: toKind(options.kind), nonce: toNonce(options.nonce), now });
    },
  });
  const change = (next: readonly CheckFile[]) => {
    setFiles(next);
    if (next.length === 0) check.reset();
    else check.mutate({ files: next, ownKeys });
  };
  const trust = (keys: OwnKeys | undefined) => {
    setOwnKeys(keys);
    if (files.length > 0) check.mutate({ files, ownKeys: keys });
  };
  return (
    <Stack>
      <div className="columns">
        <Panel title={texts.drop.title}>
          <FileDrop files={files} onChange={change} />
        </Panel>
        <Stack>
          <Panel title={texts.keys.title}>
            <TrustedKeys own={ownKeys} used={check.data?.keys} onOwn={trust} />
          </Panel>
          <Panel title={texts.options.title}>
            <OptionFields options={options} onChange={onOptions} />
            <Button
              mt="sm"
              onClick={() => check.mutate({ files, ownKeys })}
              loading={check.isPending}
              disabled={files.length === 0}
            >
              {check.data === undefined ? texts.check : texts.checkAgain}
            </Button>
          </Panel>
        </Stack>
      </div>
      {check.error !== null && (
        <Alert color="yellow" title={texts.failed} role="alert">
          {check.error.message}
        </Alert>
      )}
      {check.data?.judgements.map((judgement, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
        <JudgementView key={index} judgement={judgement} keys={check.data.keys} />
      ))}
      {files.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.drop.none}
        </Text>
      )}
    </Stack>
  );
}
