/** Every command, in the order of the help text. A new command is a row in the file of its group; a new group is a line here. */
import type { Command } from './command.ts';
import { agentAccessCommands } from './commands/agent-access.ts';
import { agentCommands } from './commands/agents.ts';
import { apply } from './commands/apply.ts';
import { approvalCommands } from './commands/approvals.ts';
import { appCommands } from './commands/apps.ts';
import { attestationVerify } from './commands/attestation-verify.ts';
import { auditCommands } from './commands/audit.ts';
import { auditorNew } from './commands/auditor-new.ts';
import { auditorVerify } from './commands/auditor-verify.ts';
import { auditorCommands } from './commands/auditors.ts';
import { backup } from './commands/backup.ts';
import { collateralFetch } from './commands/collateral-fetch.ts';
import { completionOver } from './commands/completion.ts';
import { agentLogs, consoleCommand } from './commands/console.ts';
import { credentialClientCommands } from './commands/credential-clients.ts';
import { credentialCommands } from './commands/credentials.ts';
import { delegationCommands } from './commands/delegations.ts';
import { demo } from './commands/demo.ts';
import { diff } from './commands/diff.ts';
import { doctor } from './commands/doctor.ts';
import { environmentRun } from './commands/environment-run.ts';
import { environmentCommands } from './commands/environments.ts';
import { evaluate } from './commands/evaluate.ts';
import { evidenceCommands } from './commands/evidence.ts';
import { exportFiles } from './commands/export.ts';
import { feedbackCommands } from './commands/feedback.ts';
import { gatewayCommands } from './commands/gateways.ts';
import { keyCommands } from './commands/keys.ts';
import { lifecycleCommands } from './commands/lifecycle.ts';
import { login } from './commands/login.ts';
import { logout } from './commands/logout.ts';
import { memberCommands, personCommands } from './commands/members.ts';
import { organizationCommands } from './commands/organizations.ts';
import { passportCommands } from './commands/passports.ts';
import { policyCommands } from './commands/policies.ts';
import { presetCommands } from './commands/presets.ts';
import { receiptCommands } from './commands/receipts.ts';
import { registeredAuditorCommands } from './commands/registry-auditors.ts';
import { modelCommands } from './commands/registry-models.ts';
import { publisherCommands } from './commands/registry-publishers.ts';
import { registrySign } from './commands/registry-sign.ts';
import { render } from './commands/render.ts';
import { restore } from './commands/restore.ts';
import { reviewCommands } from './commands/reviews.ts';
import { scan } from './commands/scan.ts';
import { secretsCommands } from './commands/secrets.ts';
import { settingsCommands } from './commands/settings.ts';
import { sidecar } from './commands/sidecar.ts';
import { spiffeBundle } from './commands/spiffe-bundle.ts';
import { start } from './commands/start.ts';
import { statsCommands } from './commands/stats.ts';
import { status } from './commands/status.ts';
import { stop } from './commands/stop.ts';
import { telemetryCommands } from './commands/telemetry.ts';
import { tokenCommands } from './commands/tokens.ts';
import { toolCommands } from './commands/tools.ts';
import { verify } from './commands/verify.ts';
import { webhookCommands } from './commands/webhooks.ts';
import { whoami } from './commands/whoami.ts';
import { workflowCommands } from './commands/workflows.ts';
import { workspaceCommands } from './commands/workspaces.ts';
import { mcpCommands } from './mcp-commands.ts';

const rows: readonly Command[] = [
  start,
  status,
  stop,
  demo,
  doctor,
  evaluate,
  apply,
  diff,
  exportFiles,
  render,
  consoleCommand,
  ...statsCommands,
  ...evidenceCommands,
  ...passportCommands,
  ...organizationCommands,
  login,
  logout,
  whoami,
  ...memberCommands,
  ...personCommands,
  ...workspaceCommands,
  spiffeBundle,
  ...agentCommands,
  agentLogs,
  ...agentAccessCommands,
  sidecar,
  ...environmentCommands,
  environmentRun,
  ...settingsCommands,
  ...policyCommands,
  ...gatewayCommands,
  ...presetCommands,
  ...lifecycleCommands,
  ...credentialCommands,
  ...credentialClientCommands,
  ...delegationCommands,
  ...approvalCommands,
  ...appCommands,
  ...registeredAuditorCommands,
  ...modelCommands,
  ...publisherCommands,
  registrySign,
  ...workflowCommands,
  ...toolCommands,
  ...mcpCommands,
  ...reviewCommands,
  ...webhookCommands,
  ...telemetryCommands,
  ...keyCommands,
  ...secretsCommands,
  backup,
  restore,
  ...tokenCommands,
  ...auditCommands,
  ...receiptCommands,
  verify,
  attestationVerify,
  collateralFetch,
  scan,
  ...feedbackCommands,
  ...auditorCommands,
  auditorNew,
  auditorVerify,
];

export const commands: readonly Command[] = [...rows, completionOver(() => commands)];
