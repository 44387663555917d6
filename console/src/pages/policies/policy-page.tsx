/** One policy: its text, its versions, what it would do to past traffic, and its trial beside what decides. */
import type { Policy } from '@assay/client';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { IdText } from '../../parts/id-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { commonTexts } from '../../texts/common.ts';
import { policiesTexts as texts } from '../../texts/policies.ts';
import { HistoryTab } from './history-tab.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { PolicyActions } from './policy-actions.tsx';
import { PolicyFacts } from './policy-facts.tsx';
import { ReplayTab } from './replay/replay-tab.tsx';
import { ShadowTab } from './shadow-tab.tsx';
import { TextTab } from './text-tab.tsx';
import { type Draft, useDraft } from './use-draft.ts';

const route = getRouteApi('/policies/$id');

export interface PolicyPartProps {
  readonly policy: Policy;
  readonly draft: Draft;
}

const parts: Readonly<Record<keyof typeof texts.tabs, (props: PolicyPartProps) => ReactNode>> = {
  text: TextTab,
  history: HistoryTab,
  replay: ReplayTab,
  shadow: ShadowTab,
};
const names = Object.keys(parts) as (keyof typeof parts)[];

export function PolicyPage() {
  const { id } = route.useParams();
  const policy = useQuery({
    queryKey: ['policies.get', id],
    queryFn: ({ signal }) => api.policies.get({ id }, { signal }),
  });
  if (policy.data === undefined) {
    return (
      <Page title={commonTexts.pages.policies} about={<IdText value={id} />}>
        <Loaded query={policy} lines={10}>
          {() => null}
        </Loaded>
      </Page>
    );
  }
  return (
    <>
      {policy.error !== null && <Problem error={policy.error} onRetry={() => void policy.refetch()} />}
      <OpenPolicy key={id} policy={policy.data} />
    </>
  );
}

/** What was typed is kept here, so that it outlives a change of the tab. */
function OpenPolicy({ policy }: { readonly policy: Policy }) {
  const { tab, version } = route.useSearch();
  const wanted = Number(version);
  const isOld = Number.isSafeInteger(wanted) && wanted > 0 && wanted < policy.version;
  const navigate = route.useNavigate();
  const draft = useDraft(policy);
  const shown = names.find((name) => name === tab) ?? 'text';
  const Part = parts[shown];
  return (
    <Page
      title={policy.name}
      about={<IdText value={policy.id} />}
      actions={
        <PolicyActions policy={policy} target={isOld ? wanted : policy.version} isChanged={draft.isChanged && !isOld} />
      }
    >
      <PolicyFacts policy={policy} />
      <Tabs
        value={shown}
        onChange={(value) =>
          void navigate({ search: { tab: value === 'text' ? undefined : (value ?? undefined) }, replace: true })
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
        <Tabs.Panel value={shown}>
          <Part policy={policy} draft={draft} />
        </Tabs.Panel>
      </Tabs>
      <LeaveGuard isChanged={draft.isChanged} />
    </Page>
  );
}
