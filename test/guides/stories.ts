/** The guides whose commands are run: here, or by a test of their own. */
import type { Story } from '../support/guide-run.ts';
import { accounts } from './accounts.ts';
import { agents } from './agents.ts';
import { apiKeys } from './api-keys.ts';
import { firstPolicy } from './first-policy.ts';
import { gatewayConfiguration } from './gateway-configuration.ts';
import { gatewayKeys } from './gateway-keys.ts';
import { lifecycle } from './lifecycle.ts';
import { members } from './members.ts';
import { mtls } from './mtls.ts';
import { presets } from './presets.ts';
import { settings } from './settings.ts';
import { signIn } from './sign-in.ts';
import { tour } from './tour.ts';
import { tuningWithReplay } from './tuning-with-replay.ts';
import { whoMayCall } from './who-may-call.ts';
import { workspaceFiles } from './workspace-files.ts';

export const stories: readonly Story[] = [
  settings,
  firstPolicy,
  tuningWithReplay,
  lifecycle,
  workspaceFiles,
  members,
  apiKeys,
  accounts,
  gatewayConfiguration,
  gatewayKeys,
  presets,
  whoMayCall,
  tour,
  agents,
  signIn,
  mtls,
];

/** These have a test of their own. */
export const runElsewhere: Readonly<Record<string, string>> = {
  'first-auditor': 'test/docs-first-claim.test.ts',
  'first-steps': 'test/docs-first-steps.test.ts',
};
