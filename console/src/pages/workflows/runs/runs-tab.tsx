/** Starts runs, lists them, and follows one. */
import type { Workflow } from '@assay/client';
import { Code, Stack } from '@mantine/core';
import { useMay } from '../../../api/session.ts';
import { Empty } from '../../../parts/empty.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { workflowTexts } from '../../../texts/workflows.ts';
import { RunList } from './run-list.tsx';
import { RunView } from './run-view.tsx';
import { StartRun } from './start-run.tsx';

const texts = workflowTexts.runs;

export interface RunSearch {
  readonly run?: string | undefined;
  readonly node?: string | undefined;
  readonly status?: string | undefined;
}

interface RunsTabProps extends RunSearch {
  readonly workflow: Workflow;
  readonly onChange: (change: RunSearch) => void;
}

export function RunsTab({ workflow, run, node, status, onChange }: RunsTabProps) {
  const mayStart = useMay('workflows.startRun');
  const { id, deployed_revision: deployed } = workflow;
  const canRun = workflow.status === 'running' || (workflow.status === 'deploying' && deployed !== null);
  if (run !== undefined) {
    return (
      <RunView
        workflowId={id}
        runId={run}
        node={node}
        onSelect={(chosen) => onChange({ node: chosen })}
        onClose={() => onChange({ run: undefined, node: undefined })}
      />
    );
  }
  return (
    <Stack>
      {mayStart && canRun && deployed !== null && (
        <Panel title={texts.start} about={texts.startHelp(deployed)}>
          <StartRun workflowId={id} revision={deployed} onStarted={(started) => onChange({ run: started })} />
        </Panel>
      )}
      {!canRun && (
        <Empty title={texts.notRunning}>
          {texts.notRunningHelp}
          <Code block mt="sm" ta="left">
            {texts.command(id)}
          </Code>
        </Empty>
      )}
      <RunList
        workflowId={id}
        status={status}
        onStatus={(wanted) => onChange({ status: wanted })}
        onOpen={(chosen) => onChange({ run: chosen })}
      />
    </Stack>
  );
}
