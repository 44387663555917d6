/** Settings of an auditor: the scope, the forms and the cascade. */
import type { CatalogAuditor } from '@assay/client';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';
import { ScopePicker } from './scope-picker.tsx';
import { groupSettings } from './setting-groups.ts';
import { SettingsForm } from './settings-form.tsx';
import { useChosenScope } from './use-chosen-scope.ts';
import { useEffective, useStoredSettings } from './use-settings.ts';

const texts = auditorsTexts.settings;

export function SettingsTab({ auditor }: { readonly auditor: CatalogAuditor }) {
  const { id } = auditor;
  const { scopes, workspace, agent, choose } = useChosenScope();
  const schema = useQuery({
    queryKey: ['auditors.schema', id],
    queryFn: ({ signal }) => api.auditors.schema({ id }, { signal }),
  });
  const groups = useMemo(() => (schema.data === undefined ? [] : groupSettings(schema.data)), [schema.data]);
  const stored = useStoredSettings(id, scopes);
  const innermost = scopes.at(-1);
  const effective = useEffective(id, innermost?.level === 'agent' ? innermost.id : undefined);
  return (
    <Stack>
      <ScopePicker workspace={workspace} agent={agent} onChange={choose} />
      <Loaded query={schema} lines={8}>
        {() => {
          if (groups.length === 0) return <Empty title={texts.none}>{texts.noneHelp}</Empty>;
          return (
            <Loaded query={stored} lines={8}>
              {(all) => {
                const target = all.at(-1);
                return target === undefined ? null : (
                  <SettingsForm
                    auditor={auditor}
                    groups={groups}
                    stored={all}
                    target={target}
                    effective={effective.data?.settings}
                  />
                );
              }}
            </Loaded>
          );
        }}
      </Loaded>
    </Stack>
  );
}
