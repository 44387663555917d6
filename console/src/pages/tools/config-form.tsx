/** The fields of the configuration that an app declares. */

import type { App } from '@assay/client';
import { Alert, Fieldset, Select, Stack, TextInput } from '@mantine/core';
import { toolsTexts } from '../../texts/tools.ts';
import { type ConfigDraft, type ConfigGroup, declaredConfig, needsAddress, usesOf } from './config-fields.ts';

const texts = toolsTexts.install;
const groups: readonly ConfigGroup[] = ['variables', 'headers', 'environment'];

interface ConfigFormProps {
  readonly app: App;
  readonly draft: ConfigDraft;
  readonly onChange: (change: Partial<ConfigDraft>) => void;
}

export function ConfigForm({ app, draft, onChange }: ConfigFormProps) {
  const { fields, secrets } = declaredConfig(app, draft.use);
  const uses = usesOf(app);
  return (
    <>
      {uses.length > 1 && (
        <Select
          label={texts.use}
          data={[
            { value: 'remote', label: texts.useRemote },
            { value: 'package', label: texts.usePackage },
          ]}
          value={draft.use ?? uses[0] ?? 'remote'}
          allowDeselect={false}
          onChange={(value) => onChange({ use: value === 'package' ? 'package' : 'remote' })}
        />
      )}
      {groups.map((group) => {
        const own = fields.filter((field) => field.group === group);
        return own.length === 0 ? null : (
          <Fieldset key={group} legend={texts[group]}>
            <Stack gap="xs">
              {own.map(({ name, description, isRequired, usual }) => (
                <TextInput
                  key={name}
                  label={name}
                  {...(description === undefined ? {} : { description: <bdi>{description}</bdi> })}
                  {...(usual === undefined ? {} : { placeholder: usual })}
                  required={isRequired && usual === undefined}
                  value={draft.values[`${group}/${name}`] ?? ''}
                  onChange={({ currentTarget }) =>
                    onChange({ values: { ...draft.values, [`${group}/${name}`]: currentTarget.value } })
                  }
                />
              ))}
            </Stack>
          </Fieldset>
        );
      })}
      {app.auditor !== undefined && (
        <>
          {needsAddress(app) && (
            <TextInput
              label={texts.address}
              description={texts.addressHelp}
              value={draft.url}
              onChange={({ currentTarget }) => onChange({ url: currentTarget.value })}
            />
          )}
          <Select
            label={texts.joins}
            data={[
              { value: 'agent', label: texts.joinsAgent },
              { value: 'workspace', label: texts.joinsWorkspace },
            ]}
            value={draft.joins}
            allowDeselect={false}
            onChange={(value) => onChange({ joins: value === 'workspace' ? 'workspace' : 'agent' })}
          />
        </>
      )}
      {secrets.length > 0 && <Alert color="blue">{texts.secrets(secrets.join(', '))}</Alert>}
    </>
  );
}
