/** One installed app: the steps it takes, what to do next, and its tools as approved and as they are. */
import type { Installation } from '@assay/client';
import { Alert, Badge, List, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { toShown } from '../../../../src/contract/shown-text.ts';
import { api } from '../../api/client.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { toolsTexts } from '../../texts/tools.ts';
import { InstallationActions } from './installation-actions.tsx';
import { InstallationFacts } from './installation-facts.tsx';
import { isUnderWay, stateColour, stateWord } from './installation-steps.ts';
import { NextStep } from './next-step.tsx';
import { StepList } from './step-list.tsx';
import { ToolsCompare } from './tools-compare.tsx';

const route = getRouteApi('/tools/$id');
const texts = toolsTexts.installation;
const longestTitle = 120;
const busyMs = 1_500;
const idleMs = 10_000;

export function InstallationPage() {
  const { id } = route.useParams();
  const installation = useQuery({
    queryKey: ['installations.get', id],
    queryFn: ({ signal }) => api.installations.get({ id }, { signal }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnderWay(data.status) ? busyMs : idleMs),
  });
  const { data } = installation;
  return (
    <Page
      title={data === undefined ? texts.unnamed : toShown(data.title, longestTitle)}
      about={<IdText value={id} />}
      actions={data !== undefined && <InstallationActions installation={data} />}
    >
      <Loaded query={installation} lines={8}>
        {(shown) => <Whole installation={shown} />}
      </Loaded>
    </Page>
  );
}

function Whole({ installation }: { readonly installation: Installation }) {
  const { error, quarantine, warnings } = installation;
  return (
    <Stack>
      <Badge color={stateColour(installation)} role="status">
        {stateWord(installation)}
      </Badge>
      {quarantine !== null && <Alert color="red">{texts.quarantine(quarantine.reason)}</Alert>}
      {error !== null && (
        <Alert color="red" title={texts.error(error.step, error.code)}>
          <ForeignText text={error.detail} maxLength={1_000} />
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert color="yellow" title={texts.warnings}>
          <List size="sm">
            {warnings.map((warning) => (
              <List.Item key={warning}>
                <ForeignText text={warning} maxLength={500} />
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Panel title={texts.next}>
        <NextStep installation={installation} />
      </Panel>
      <div className="columns">
        <Panel title={texts.steps}>
          <StepList installation={installation} />
        </Panel>
        <Panel title={texts.facts}>
          <InstallationFacts installation={installation} />
        </Panel>
      </div>
      <ToolsCompare installation={installation} />
    </Stack>
  );
}
