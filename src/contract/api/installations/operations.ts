/** Operations of installed apps and of their tools. */
import { ToolReportAnswerSchema, ToolReportSchema } from '../../tool-report.ts';
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import {
  AgentAppsQuerySchema,
  AgentParamsSchema,
  ApproveToolsSchema,
  InstallationListQuerySchema,
  InstallationParamsSchema,
  InstallationSchema,
  InstallationToolsSchema,
  InstalledAppParamsSchema,
  InstallRequestSchema,
  ReportingGatewayParamsSchema,
  UpgradeRequestSchema,
} from './shapes.ts';

const path = '/v1/app-catalog/installations';
const one = `${path}/:id` as const;
const tag = 'app-catalog';

export const installations = {
  create: defineOperation({
    id: 'installations.create',
    method: 'POST',
    path: '/v1/app-catalog/:app_id/install',
    tag,
    summary: 'Install an app for an agent that you may edit',
    description: 'The installation continues after the answer.',
    params: InstalledAppParamsSchema,
    body: InstallRequestSchema,
    idempotent: true,
    location: `${path}/{id}`,
    responses: { 202: InstallationSchema },
  }),
  list: defineOperation({
    id: 'installations.list',
    method: 'GET',
    path,
    tag,
    summary: 'List installed apps, newest first',
    query: InstallationListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(InstallationSchema) },
  }),
  get: defineOperation({
    id: 'installations.get',
    method: 'GET',
    path: one,
    tag,
    summary: 'Read an installed app',
    description: 'Removed installations can be read too.',
    params: InstallationParamsSchema,
    etag: true,
    responses: { 200: InstallationSchema },
  }),
  listOfAgent: defineOperation({
    id: 'installations.listOfAgent',
    method: 'GET',
    path: '/v1/agents/:agent_id/apps',
    tag,
    summary: 'List the apps of an agent, newest first',
    params: AgentParamsSchema,
    query: AgentAppsQuerySchema,
    paged: true,
    responses: { 200: PageSchema(InstallationSchema) },
  }),
  uninstall: defineOperation({
    id: 'installations.uninstall',
    method: 'DELETE',
    path: one,
    tag,
    summary: 'Uninstall an app',
    description:
      'Its credentials of this agent end at once. The client at the other service is removed after the answer.',
    params: InstallationParamsSchema,
    responses: { 202: InstallationSchema },
  }),
  retry: defineOperation({
    id: 'installations.retry',
    method: 'POST',
    path: `${one}/retry`,
    tag,
    summary: 'Continue a failed installation where it failed',
    description: 'If it waits for a person to connect, the answer has a link for them.',
    params: InstallationParamsSchema,
    noStore: true,
    responses: { 202: InstallationSchema },
  }),
  upgrade: defineOperation({
    id: 'installations.upgrade',
    method: 'POST',
    path: `${one}/upgrade`,
    tag,
    summary: 'Change an installed app to another version',
    description: 'The old version stays in use until the new one is installed.',
    params: InstallationParamsSchema,
    body: UpgradeRequestSchema,
    responses: { 202: InstallationSchema },
  }),
} as const;

export const installedTools = {
  list: defineOperation({
    id: 'installations.listTools',
    method: 'GET',
    path: `${one}/tools`,
    tag,
    summary: 'Compare the approved and the present tools of an installed app',
    params: InstallationParamsSchema,
    responses: { 200: InstallationToolsSchema },
  }),
  check: defineOperation({
    id: 'installations.checkTools',
    method: 'POST',
    path: `${one}/check-tools`,
    tag,
    summary: 'Ask the server of an installed app for its tools now',
    params: InstallationParamsSchema,
    responses: { 200: InstallationToolsSchema },
  }),
  approve: defineOperation({
    id: 'installations.approveTools',
    method: 'POST',
    path: `${one}/approve-tools`,
    tag,
    summary: 'Approve the tools of an installed app as you saw them',
    description: 'This ends the quarantine. `allow_denied` names denied definitions that are shown nevertheless.',
    params: InstallationParamsSchema,
    body: ApproveToolsSchema,
    responses: { 200: InstallationSchema },
  }),
  report: defineOperation({
    id: 'installations.reportTools',
    method: 'POST',
    path: '/v1/gateways/:id/tools',
    tag,
    summary: 'Report the tools that a gateway sees of an installed app',
    description:
      'Only for gateways. The answer says whether the tools may be called. Installing a local server approves the tools of ' +
      'its first report; a later report with other tools puts the app in quarantine. A finding is shown with the tools ' +
      'of the app, and withholds its tool until a person allows it or a gateway reports it as `cleared`. Repeating a ' +
      'report changes nothing, so this needs no `Idempotency-Key`.',
    params: ReportingGatewayParamsSchema,
    body: ToolReportSchema,
    responses: { 200: ToolReportAnswerSchema },
  }),
} as const;
