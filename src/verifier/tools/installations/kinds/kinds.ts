/** The types of apps, each with what differs: a type without a line does not compile. */
import type { AppType } from '../../../../contract/api/app-catalog/states.ts';
import type { InstallationConfig } from '../../../../contract/api/installations/shapes.ts';
import type { AppVersion } from '../../app-catalog/ports.ts';
import { type AppTarget, assertNothing, toServerTarget } from '../config-values.ts';
import type { AppKind } from './app-kind.ts';
import { toAuditorTarget } from './auditor-target.ts';
import { toRuntimeTarget } from './runtime.ts';

/** Apps of a type that has no effect yet: they are listed, and cannot be used. */
const withoutEffect: AppKind = {
  toTarget(_app, config) {
    assertNothing(config, ['variables', 'headers', 'environment', 'url', 'joins']);
    return { kind: 'none' };
  },
};

export const appKinds: Readonly<Record<AppType, AppKind>> = {
  mcp_server: { toTarget: toServerTarget },
  auditor: { toTarget: toAuditorTarget },
  a2a_agent: withoutEffect,
  skill: withoutEffect,
  runtime: { toTarget: toRuntimeTarget },
};

/** Reads an entry with a configuration. @throws AppError `unprocessable` with a `reason` and the place. */
export function toTarget(app: AppVersion, config: InstallationConfig): AppTarget {
  return appKinds[app.type].toTarget(app, config);
}
