/** Every command, in the order in which help shows them. A new one is its file and a line here. */
import type { Command } from './command.ts';
import { agentList } from './commands/agent-list.ts';
import { agentRegister } from './commands/agent-register.ts';
import { agentShow } from './commands/agent-show.ts';
import { agentUpdate } from './commands/agent-update.ts';
import { apply } from './commands/apply.ts';
import { attestationVerify } from './commands/attestation-verify.ts';
import { auditorList } from './commands/auditor-list.ts';
import { auditorNew } from './commands/auditor-new.ts';
import { auditorRefresh } from './commands/auditor-refresh.ts';
import { auditorRegister } from './commands/auditor-register.ts';
import { auditorRemove } from './commands/auditor-remove.ts';
import { auditorShow } from './commands/auditor-show.ts';
import { auditorVerify } from './commands/auditor-verify.ts';
import { collateralFetch } from './commands/collateral-fetch.ts';
import { demo } from './commands/demo.ts';
import { diff } from './commands/diff.ts';
import { evaluate } from './commands/evaluate.ts';
import { evidenceList } from './commands/evidence-list.ts';
import { evidenceShow } from './commands/evidence-show.ts';
import { exportFiles } from './commands/export.ts';
import { feedbackExport } from './commands/feedback-export.ts';
import { feedbackList } from './commands/feedback-list.ts';
import { feedbackMark } from './commands/feedback-mark.ts';
import { gatewayList } from './commands/gateway-list.ts';
import { gatewayRollout } from './commands/gateway-rollout.ts';
import { orgCreate } from './commands/org-create.ts';
import { orgList } from './commands/org-list.ts';
import { orgShow } from './commands/org-show.ts';
import { passportExport } from './commands/passport-export.ts';
import { passportList } from './commands/passport-list.ts';
import { passportRevoke } from './commands/passport-revoke.ts';
import { passportShow } from './commands/passport-show.ts';
import { passportStatus } from './commands/passport-status.ts';
import { policyActivate } from './commands/policy-activate.ts';
import { policyCreate } from './commands/policy-create.ts';
import { policyDeactivate } from './commands/policy-deactivate.ts';
import { policyEdit } from './commands/policy-edit.ts';
import { policyEffective } from './commands/policy-effective.ts';
import { policyHistory } from './commands/policy-history.ts';
import { policyList } from './commands/policy-list.ts';
import { policyRemove } from './commands/policy-remove.ts';
import { policyReplay } from './commands/policy-replay.ts';
import { policyRevert } from './commands/policy-revert.ts';
import { policyShadow } from './commands/policy-shadow.ts';
import { policyShow } from './commands/policy-show.ts';
import { policyValidate } from './commands/policy-validate.ts';
import { presetApply } from './commands/preset-apply.ts';
import { presetList } from './commands/preset-list.ts';
import { receiptsExport } from './commands/receipts-export.ts';
import { receiptsVerify } from './commands/receipts-verify.ts';
import { render } from './commands/render.ts';
import { scan } from './commands/scan.ts';
import { settingsEffective } from './commands/settings-effective.ts';
import { settingsGet } from './commands/settings-get.ts';
import { settingsHistory } from './commands/settings-history.ts';
import { settingsList } from './commands/settings-list.ts';
import { settingsSchema } from './commands/settings-schema.ts';
import { settingsSet } from './commands/settings-set.ts';
import { settingsUnset } from './commands/settings-unset.ts';
import { start } from './commands/start.ts';
import { verify } from './commands/verify.ts';
import { workspaceCreate } from './commands/workspace-create.ts';
import { workspaceList } from './commands/workspace-list.ts';
import { workspaceRemove } from './commands/workspace-remove.ts';
import { workspaceShow } from './commands/workspace-show.ts';
import { workspaceUpdate } from './commands/workspace-update.ts';

export const commands: readonly Command[] = [
  start,
  demo,
  evaluate,
  apply,
  diff,
  exportFiles,
  render,
  evidenceList,
  evidenceShow,
  passportList,
  passportShow,
  passportExport,
  passportStatus,
  passportRevoke,
  orgList,
  orgCreate,
  orgShow,
  workspaceList,
  workspaceCreate,
  workspaceShow,
  workspaceUpdate,
  workspaceRemove,
  agentList,
  agentRegister,
  agentShow,
  agentUpdate,
  settingsList,
  settingsGet,
  settingsSet,
  settingsUnset,
  settingsEffective,
  settingsHistory,
  settingsSchema,
  policyList,
  policyShow,
  policyCreate,
  policyEdit,
  policyValidate,
  policyActivate,
  policyDeactivate,
  policyRevert,
  policyShadow,
  policyReplay,
  policyHistory,
  policyEffective,
  policyRemove,
  gatewayList,
  gatewayRollout,
  presetList,
  presetApply,
  receiptsVerify,
  receiptsExport,
  verify,
  attestationVerify,
  collateralFetch,
  scan,
  feedbackMark,
  feedbackList,
  feedbackExport,
  auditorList,
  auditorShow,
  auditorRegister,
  auditorRefresh,
  auditorRemove,
  auditorNew,
  auditorVerify,
];
