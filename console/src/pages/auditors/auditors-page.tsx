/** The catalog of auditors, the chains that ask them, presets, and releases. */
import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../parts/page.tsx';
import { auditorsTexts as texts } from '../../texts/auditors.ts';
import { commonTexts } from '../../texts/common.ts';
import { CatalogList } from './catalog-list.tsx';
import { ChainTab } from './chain-tab.tsx';
import { PresetsTab } from './presets-tab.tsx';
import { RegisterAuditor } from './register-auditor.tsx';
import { ReleasesTab } from './releases-tab.tsx';

const route = getRouteApi('/auditors');
const names = Object.keys(texts.tabs) as (keyof typeof texts.tabs)[];

export function AuditorsPage() {
  const { tab, workspace, category, preset, overwrite, status, release, register } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Readonly<Record<string, string | undefined>>) =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const shown = names.find((name) => name === tab) ?? 'catalog';
  const parts: Readonly<Record<keyof typeof texts.tabs, () => ReactNode>> = {
    catalog: () => <CatalogList category={category} onCategory={(value) => change({ category: value })} />,
    chain: () => <ChainTab workspace={workspace} onWorkspace={(value) => change({ workspace: value })} />,
    presets: () => (
      <PresetsTab workspace={workspace} preset={preset} overwrite={overwrite === 'true'} onChange={change} />
    ),
    releases: () => <ReleasesTab status={status} release={release} onChange={change} />,
  };
  return (
    <Page
      title={commonTexts.pages.auditors}
      about={texts.about}
      actions={
        <RegisterAuditor
          isOpen={register === 'auditor'}
          onChange={(isOpen) => change({ register: isOpen ? 'auditor' : undefined })}
        />
      }
    >
      <Tabs
        value={shown}
        onChange={(value) =>
          void navigate({ search: { tab: value === 'catalog' ? undefined : (value ?? undefined), workspace } })
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
        <Tabs.Panel value={shown}>{parts[shown]()}</Tabs.Panel>
      </Tabs>
    </Page>
  );
}
