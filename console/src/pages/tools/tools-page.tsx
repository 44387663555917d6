/** The catalog, what is installed, what an agent can call, and why. */
import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../parts/page.tsx';
import { commonTexts } from '../../texts/common.ts';
import { toolsTexts as texts } from '../../texts/tools.ts';
import { CatalogTab } from './catalog-tab.tsx';
import { CredentialsTab } from './credentials-tab.tsx';
import { EffectiveTab } from './effective-tab.tsx';
import { InstalledTab } from './installed-tab.tsx';
import { OutboundTab } from './outbound-tab.tsx';
import { RulesTab } from './rules-tab.tsx';

const route = getRouteApi('/tools');

export interface ToolsSearch {
  readonly tab?: string | undefined;
  readonly agent?: string | undefined;
  readonly q?: string | undefined;
  readonly type?: string | undefined;
  readonly tier?: string | undefined;
  readonly category?: string | undefined;
  readonly app?: string | undefined;
  readonly status?: string | undefined;
  readonly mode?: string | undefined;
  readonly service?: string | undefined;
  readonly rule?: string | undefined;
  readonly tool?: string | undefined;
  readonly add?: string | undefined;
}

export interface ToolsTabProps {
  readonly search: ToolsSearch;
  /** Changes the address; typing replaces it, so that Back leads to the page before. */
  readonly onChange: (change: ToolsSearch) => void;
}

const tabs: Readonly<Record<keyof typeof texts.tabs, (props: ToolsTabProps) => ReactNode>> = {
  catalog: CatalogTab,
  installed: InstalledTab,
  effective: EffectiveTab,
  rules: RulesTab,
  credentials: CredentialsTab,
  outbound: OutboundTab,
};
const names = Object.keys(tabs) as (keyof typeof tabs)[];

export function ToolsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const shown = names.find((name) => name === search.tab) ?? 'catalog';
  const Tab = tabs[shown];
  return (
    <Page title={commonTexts.pages.tools} about={texts.about}>
      <Tabs
        value={shown}
        // The agent stays chosen from tab to tab.
        onChange={(tab) => void navigate({ search: { tab: tab ?? undefined, agent: search.agent } })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {names.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {texts.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown}>
          <Tab
            search={search}
            onChange={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
          />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
