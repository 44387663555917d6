/** The fields that belong to the type of an app. */
import { SegmentedControl, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { toolsTexts } from '../../texts/tools.ts';
import { type AppDraft, registries } from './app-input.ts';

const texts = toolsTexts.form;

interface AppDraftPartProps {
  readonly draft: AppDraft;
  readonly onChange: (change: Partial<AppDraft>) => void;
}

type TextName = 'url' | 'identifier' | 'packageVersion' | 'auditorId' | 'image' | 'command';

export function AppDraftPart({ draft, onChange }: AppDraftPartProps) {
  const text = (name: TextName, isRequired: boolean, help?: string) => (
    <TextInput
      label={texts[name]}
      {...(help === undefined ? {} : { description: help })}
      value={draft[name]}
      required={isRequired}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
    />
  );
  const choice = (name: 'signIn' | 'network' | 'registry', label: string, words: Readonly<Record<string, string>>) => (
    <Select
      label={label}
      data={Object.entries(words).map(([value, word]) => ({ value, label: word }))}
      value={draft[name]}
      allowDeselect={false}
      onChange={(value) => onChange({ [name]: value ?? '' })}
    />
  );
  switch (draft.type) {
    case 'a2a_agent':
      return (
        <>
          {text('url', true, texts.urlHelp.a2a_agent)}
          {choice('signIn', texts.signIn, texts.signIns)}
        </>
      );
    case 'auditor':
      return (
        <>
          {text('auditorId', true)}
          {text('url', false, texts.urlHelp.auditor)}
          {text('image', false)}
        </>
      );
    case 'runtime':
      return (
        <>
          {text('command', false, texts.commandHelp)}
          {text('image', false)}
          {choice('network', texts.network, texts.networks)}
        </>
      );
    case 'skill':
      return (
        <Textarea
          label={texts.skill}
          description={texts.skillHelp}
          value={draft.skill}
          required
          autosize
          minRows={6}
          maxRows={16}
          spellCheck={false}
          onChange={({ currentTarget }) => onChange({ skill: currentTarget.value })}
        />
      );
    default:
      return (
        <>
          <Stack gap={4}>
            <Text size="sm" fw={500}>
              {texts.where}
            </Text>
            <SegmentedControl
              aria-label={texts.where}
              value={draft.use}
              onChange={(value) => onChange({ use: value === 'package' ? 'package' : 'remote' })}
              data={[
                { value: 'remote', label: texts.remote },
                { value: 'package', label: texts.package },
              ]}
            />
          </Stack>
          {draft.use === 'remote' && text('url', true, texts.urlHelp.mcp_server)}
          {draft.use === 'package' && (
            <>
              {choice('registry', texts.registry, Object.fromEntries(registries.map((name) => [name, name])))}
              {text('identifier', true)}
              {text('packageVersion', true)}
            </>
          )}
          {choice('signIn', texts.signIn, texts.signIns)}
        </>
      );
  }
}
