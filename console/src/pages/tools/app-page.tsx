/** One app of the catalog: what it is, where it runs, its versions, and what can be done with it. */
import type { App } from '@assay/client';
import { Badge, Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { toShown } from '../../../../src/contract/shown-text.ts';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { IdText } from '../../parts/id-text.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { labelOf } from '../../parts/labels.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { toolsTexts } from '../../texts/tools.ts';
import { AppActions } from './app-actions.tsx';
import { AppDialog } from './app-dialog.tsx';
import { AppFacts } from './app-facts.tsx';
import { AppPlaces } from './app-places.tsx';
import { AppVersions } from './app-versions.tsx';
import { InstallDialog } from './install-dialog.tsx';

const route = getRouteApi('/tools/apps/$id');
const texts = toolsTexts.app;
const longestTitle = 120;

export function AppPage() {
  const { id } = route.useParams();
  const { version, install, agent } = route.useSearch();
  const navigate = route.useNavigate();
  const app = useQuery({
    queryKey: ['apps.get', id, version],
    queryFn: ({ signal }) => api.apps.get({ app_id: id, version }, { signal }),
  });
  const open = (isOpen: boolean) =>
    void navigate({ search: (old) => ({ ...old, install: isOpen ? 'yes' : undefined }), replace: true });
  const { data } = app;
  return (
    <Page
      title={data === undefined ? texts.facts : toShown(data.title, longestTitle)}
      about={<IdText value={id} />}
      actions={data !== undefined && <Actions app={data} onInstall={() => open(true)} />}
    >
      <Loaded query={app} lines={8}>
        {(shown) => (
          <Stack>
            <Group gap="xs">
              <Badge>{labelOf(toolsTexts.types, shown.type)}</Badge>
              <Badge color={shown.trust_tier === 'community' ? 'gray' : 'teal'}>
                {labelOf(toolsTexts.tiers, shown.trust_tier)}
              </Badge>
              {shown.status !== 'active' && <Badge color="orange">{labelOf(toolsTexts.appStates, shown.status)}</Badge>}
            </Group>
            <div className="columns">
              <Panel title={texts.facts}>
                <AppFacts app={shown} />
              </Panel>
              <AppPlaces app={shown} />
            </div>
            <Panel title={texts.versions} about={texts.versionsAbout}>
              <AppVersions
                id={id}
                shown={shown.version}
                onOpen={(next) => void navigate({ search: (old) => ({ ...old, version: next }) })}
              />
            </Panel>
            <Panel title={texts.whole}>
              <JsonView value={shown} label={texts.whole} />
            </Panel>
            <InstallDialog app={shown} agent={agent} isOpen={install !== undefined} onClose={() => open(false)} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Actions({ app, onInstall }: { readonly app: App; readonly onInstall: () => void }) {
  const mayInstall = useMay('installations.create') && app.status !== 'deleted';
  const mayAdd = useMay('apps.createVersion') && !app.shipped && app.status !== 'deleted';
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      {mayInstall && <Button onClick={onInstall}>{texts.install}</Button>}
      {mayAdd && (
        <Button variant="default" onClick={() => setIsAdding(true)}>
          {texts.addVersion}
        </Button>
      )}
      {!app.shipped && <AppActions app={app} />}
      {mayAdd && <AppDialog app={app} isOpen={isAdding} onClose={() => setIsAdding(false)} />}
    </>
  );
}
