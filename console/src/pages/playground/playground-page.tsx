/** Prompts to a model, and evaluations without one, as one of the organisation's agents. */
import { Switch, Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { Empty } from '../../parts/empty.tsx';
import { Page } from '../../parts/page.tsx';
import { commonTexts } from '../../texts/common.ts';
import { playgroundTexts as texts } from '../../texts/playground.ts';
import { ChatPanel } from './chat-panel.tsx';
import { EvaluatePanel } from './evaluate-panel.tsx';

const route = getRouteApi('/playground');

export function PlaygroundPage() {
  const { tab, compare } = route.useSearch();
  const navigate = route.useNavigate();
  const session = useSession();
  const shown = tab === 'evaluate' ? 'evaluate' : 'chat';
  const change = (search: { readonly tab?: string | undefined; readonly compare?: string | undefined }) =>
    void navigate({ search: (old) => ({ ...old, ...search }), replace: true });
  if (session !== undefined && !session.operations.includes('playground.chat')) {
    return (
      <Page title={commonTexts.pages.playground} about={texts.about}>
        <Empty title={texts.forbidden}>{texts.forbiddenHelp}</Empty>
      </Page>
    );
  }
  return (
    <Page
      title={commonTexts.pages.playground}
      about={texts.about}
      actions={
        <Switch
          label={texts.compare}
          checked={compare !== undefined}
          onChange={({ currentTarget }) => change({ compare: currentTarget.checked ? '1' : undefined })}
        />
      }
    >
      {/* Both stay mounted, so that nothing typed is lost. */}
      <Tabs value={shown} onChange={(value) => change({ tab: value === 'evaluate' ? value : undefined })}>
        <Tabs.List mb="md">
          <Tabs.Tab value="chat">{texts.tabs.chat}</Tabs.Tab>
          <Tabs.Tab value="evaluate">{texts.tabs.evaluate}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="chat">
          <ChatPanel />
        </Tabs.Panel>
        <Tabs.Panel value="evaluate">
          <EvaluatePanel />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
