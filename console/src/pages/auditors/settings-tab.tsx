/** Settings of an auditor: the scope, the forms and the cascade. */
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';
import { scopesOf } from './scope.ts';
import { ScopePicker } from './scope-picker.tsx';
import { groupSettings } from './setting-groups.ts';
import { SettingsForm } from './settings-form.tsx';
import { useEffective, useStoredSettings } from './use-settings.ts';

const route = getRouteApi('/auditors/$id');
const texts = auditorsTexts.settings;

export function SettingsTab({ auditorId }: { readonly auditorId: string }) {
  const { workspace, agent } = route.useSearch();
  const navigate = route.useNavigate();
  const organization = useSession()?.organization?.id;
  const scopes = useMemo(() => scopesOf({ organization, workspace, agent }), [organization, workspace, agent]);
  const schema = useQuery({
    queryKey: ['auditors.schema', auditorId],
    queryFn: ({ signal }) => api.auditors.schema({ id: auditorId }, { signal }),
  });
  const stored = useStoredSettings(auditorId, scopes);
  const effective = useEffective(auditorId, scopes.length === 3 ? agent : undefined);
  return (
    <Stack>
      <ScopePicker
        workspace={workspace}
        agent={agent}
        onChange={(nextWorkspace, nextAgent) =>
          void navigate({ search: (old) => ({ ...old, workspace: nextWorkspace, agent: nextAgent }), replace: true })
        }
      />
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
