/** One auditor: its settings, what it can say, where it comes from. */
import type { CatalogAuditor } from '@assay/client';
import { Group, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { toShown } from '../../../../src/contract/shown-text.ts';
import { api } from '../../api/client.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';
import { commonTexts } from '../../texts/common.ts';
import { AuditorAbout } from './auditor-about.tsx';
import { AuditorHistory } from './auditor-history.tsx';
import { AuditorIcon } from './auditor-icon.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { Vocabulary } from './vocabulary.tsx';

const route = getRouteApi('/auditors/$id');
const texts = auditorsTexts.auditor;
const longestName = 80;

const parts: Readonly<Record<keyof typeof texts.tabs, (auditor: CatalogAuditor) => ReactNode>> = {
  settings: (auditor) => <SettingsTab auditor={auditor} />,
  vocabulary: (auditor) => <Vocabulary auditor={auditor} />,
  about: (auditor) => <AuditorAbout auditor={auditor} />,
  history: (auditor) => <AuditorHistory auditor={auditor} />,
};
const names = Object.keys(parts) as (keyof typeof parts)[];

export function AuditorPage() {
  const { id } = route.useParams();
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const auditor = useQuery({
    queryKey: ['auditors.get', id],
    queryFn: ({ signal }) => api.auditors.get({ id }, { signal }),
  });
  const { data } = auditor;
  const shown = names.find((name) => name === tab) ?? 'settings';
  return (
    <Page
      title={data === undefined ? commonTexts.pages.auditors : toShown(data.name, longestName)}
      about={data === undefined ? undefined : <ForeignText text={data.description} maxLength={500} />}
      actions={
        data === undefined ? undefined : (
          <Group>
            <AuditorIcon icon={data.icon} color={data.color} />
          </Group>
        )
      }
    >
      <Loaded query={auditor} lines={10}>
        {(entry) => (
          <Tabs
            value={shown}
            onChange={(value) =>
              void navigate({ search: (old) => ({ ...old, tab: value ?? undefined }), replace: true })
            }
            keepMounted={false}
          >
            <Tabs.List mb="md">
              {names.map((name) => (
                <Tabs.Tab key={name} value={name}>
                  {texts.tabs[name]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value={shown}>{parts[shown](entry)}</Tabs.Panel>
          </Tabs>
        )}
      </Loaded>
    </Page>
  );
}
