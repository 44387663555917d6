/** The page of a workflow that has been read. The draft lives here, so that changing tabs loses nothing. */
import type { Workflow } from '@assay/client';
import { Group, Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { toShown } from '../../../../src/contract/shown-text.ts';
import { useMay } from '../../api/session.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { Page } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { workflowTexts } from '../../texts/workflows.ts';
import type { Selection } from './canvas/canvas.tsx';
import { DeploymentNotice } from './deployment-notice.tsx';
import { useDraft } from './draft/use-draft.ts';
import { useValidation } from './draft/use-validation.ts';
import { DrawTab } from './draw-tab.tsx';
import { HistoryTab } from './history-tab.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { PassportTab } from './passport-tab.tsx';
import { RunsTab } from './runs/runs-tab.tsx';
import { StateBadge } from './state-badge.tsx';
import { WorkflowActions } from './workflow-actions.tsx';

const route = getRouteApi('/workflows/$id');
const texts = workflowTexts.page;
const tabs = Object.keys(texts.tabs) as readonly (keyof typeof texts.tabs)[];

interface OpenWorkflowProps {
  readonly workflow: Workflow;
  /** The last reading failed; what is shown is older. */
  readonly error: Error | null;
}

export function OpenWorkflow({ workflow, error }: OpenWorkflowProps) {
  const { id, status, deployed_revision: deployed, draft_revision: newest } = workflow;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayUpdate = useMay('workflows.update');
  const draft = useDraft(workflow);
  const validation = useValidation(id, draft.definition);
  const shown = tabs.find((name) => name === search.tab) ?? 'draw';
  const { node, edge } = search;
  const isNewer = deployed !== null && (draft.isDirty || deployed !== newest);
  const select = useCallback(
    (selection: Selection) => {
      if (selection.node === node && selection.edge === edge) return;
      void navigate({
        search: (old) => ({ ...old, node: selection.node, edge: selection.edge }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate, node, edge],
  );
  return (
    <Page
      title={toShown(draft.definition.name)}
      about={
        <Group component="span" gap="xs">
          <StateBadge of="workflow" status={status} />
          <IdText value={id} />
          <span>
            {deployed === null ? texts.notDeployed : texts.deployed(deployed)}
            {isNewer ? ` ${texts.newer}` : ''}
          </span>
          <ForeignText text={workflow.description} maxLength={300} />
        </Group>
      }
      actions={<WorkflowActions workflow={workflow} draft={draft} />}
    >
      {error !== null && <Problem error={error} />}
      <DeploymentNotice workflow={workflow} />
      <Tabs
        value={shown}
        onChange={(tab) => void navigate({ search: { tab: tab === 'draw' ? undefined : (tab ?? undefined) } })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {texts.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="draw">
          <DrawTab
            draft={draft}
            validation={validation}
            canChange={mayUpdate}
            selection={{ node, edge }}
            panel={search.panel}
            onSelect={select}
            onPanel={(panel) =>
              void navigate({
                search: (old) => ({ ...old, panel: panel === 'form' ? undefined : panel }),
                replace: true,
                resetScroll: false,
              })
            }
          />
        </Tabs.Panel>
        <Tabs.Panel value="runs">
          <RunsTab
            workflow={workflow}
            run={search.run}
            status={search.status}
            node={node}
            onChange={(change) => void navigate({ search: (old) => ({ ...old, ...change }), resetScroll: false })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="passport">
          <PassportTab workflow={workflow} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <HistoryTab id={id} onDraw={mayUpdate ? draft.changeGraph : undefined} />
        </Tabs.Panel>
      </Tabs>
      <LeaveGuard isDirty={draft.isDirty} />
    </Page>
  );
}
