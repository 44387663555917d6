/** The organisation: its settings, its registries, and what it sends to others. */
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NeedsRight } from '../../parts/needs-right.tsx';
import { Page } from '../../parts/page.tsx';
import { PageTabs } from '../../parts/page-tabs.tsx';
import { commonTexts } from '../../texts/common.ts';
import { settingsTexts as texts } from '../../texts/settings.ts';
import { EventList } from './event-list.tsx';
import { GatewayList } from './gateway-list.tsx';
import { LifecycleList } from './lifecycle-list.tsx';
import { OrganisationSettings } from './organisation-settings.tsx';
import { RegistryList } from './registry-list.tsx';
import { TelemetryList } from './telemetry-list.tsx';
import { VaultView } from './vault-view.tsx';
import { WebhookList } from './webhook-list.tsx';

const route = getRouteApi('/settings');
type TabName = keyof typeof texts.tabs;

const parts: Readonly<Record<TabName, { readonly operation: string; readonly Part: () => ReactNode }>> = {
  organisation: { operation: 'organizations.get', Part: OrganisationSettings },
  registries: { operation: 'publishers.list', Part: RegistryList },
  webhooks: { operation: 'webhooks.list', Part: WebhookList },
  telemetry: { operation: 'telemetryExports.list', Part: TelemetryList },
  gateways: { operation: 'gateways.list', Part: GatewayList },
  vault: { operation: 'vault.get', Part: VaultView },
  lifecycle: { operation: 'lifecyclePolicies.list', Part: LifecycleList },
  events: { operation: 'events.list', Part: EventList },
};

export function SettingsPage() {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title={commonTexts.pages.settings} about={texts.about}>
      <PageTabs labels={texts.tabs} tab={tab} onTab={(name) => void navigate({ search: { tab: name } })}>
        {(name) => {
          const { operation, Part } = parts[name];
          return (
            <NeedsRight operation={operation}>
              <Part />
            </NeedsRight>
          );
        }}
      </PageTabs>
    </Page>
  );
}
