/** Settings of an auditor: the scope, the forms and the cascade. */
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
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

export function SettingsTab({ auditorId }: { readonly auditorId: string }) {
  const { scopes, workspace, agent, choose } = useChosenScope();
  const schema = useQuery({
    queryKey: ['auditors.schema', auditorId],
    queryFn: ({ signal }) => api.auditors.schema({ id: auditorId }, { signal }),
  });
  const stored = useStoredSettings(auditorId, scopes);
  const innermost = scopes.at(-1);
  const effective = useEffective(auditorId, innermost?.level === 'agent' ? innermost.id : undefined);
  return (
    <Stack>
      <ScopePicker workspace={workspace} agent={agent} onChange={choose} />
      <Loaded query={schema} lines={8}>
        {(definitions) => {
          const groups = groupSettings(definitions);
          if (groups.length === 0) return <Empty title={texts.none}>{texts.noneHelp}</Empty>;
          return (
            <Loaded query={stored} lines={8}>
              {(all) => {
                const target = all.at(-1);
                return target === undefined ? null : (
                  <SettingsForm
                    auditorId={auditorId}
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
