/** Commands over workflows, in the order in which help shows them. */
import type { Command } from './command.ts';
import { workflowCancel } from './commands/workflow-cancel.ts';
import { workflowCreate } from './commands/workflow-create.ts';
import { workflowDeploy } from './commands/workflow-deploy.ts';
import { workflowList } from './commands/workflow-list.ts';
import { workflowPassport } from './commands/workflow-passport.ts';
import { workflowRemove } from './commands/workflow-remove.ts';
import { workflowResolve } from './commands/workflow-resolve.ts';
import { workflowRun } from './commands/workflow-run.ts';
import { workflowRuns } from './commands/workflow-runs.ts';
import { workflowShow } from './commands/workflow-show.ts';
import { workflowShowRun } from './commands/workflow-show-run.ts';
import { workflowStop } from './commands/workflow-stop.ts';
import { workflowUpdate } from './commands/workflow-update.ts';
import { workflowValidate } from './commands/workflow-validate.ts';

export const workflowCommands: readonly Command[] = [
  workflowList,
  workflowShow,
  workflowCreate,
  workflowUpdate,
  workflowValidate,
  workflowDeploy,
  workflowStop,
  workflowPassport,
  workflowRemove,
  workflowRun,
  workflowRuns,
  workflowShowRun,
  workflowCancel,
  workflowResolve,
];
