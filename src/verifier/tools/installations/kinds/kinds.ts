/** The types of apps, each with what differs: a type without a line does not compile. */
import type { AppType } from '../../../../contract/api/app-catalog/states.ts';
import type { InstallationConfig } from '../../../../contract/api/installations/shapes.ts';
import type { AppVersion } from '../../app-catalog/ports.ts';
import { type AppTarget, toServerTarget } from '../config-values.ts';
import { toAgentTarget } from './a2a-agent.ts';
import type { AppKind } from './app-kind.ts';
import { toAuditorTarget } from './auditor-target.ts';
import { toRuntimeTarget } from './runtime.ts';
import { toSkillTarget } from './skill.ts';

export const appKinds: Readonly<Record<AppType, AppKind>> = {
  mcp_server: { toTarget: toServerTarget },
  auditor: { toTarget: toAuditorTarget },
  a2a_agent: { toTarget: toAgentTarget },
  skill: { toTarget: toSkillTarget },
  runtime: { toTarget: toRuntimeTarget },
};

/** Reads an entry with a configuration. @throws AppError `unprocessable` with a `reason` and the place. */
export function toTarget(app: AppVersion, config: InstallationConfig): AppTarget {
  return appKinds[app.type].toTarget(app, config);
}
