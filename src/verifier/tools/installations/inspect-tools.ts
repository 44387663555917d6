/** Lists the tools of an app's server with a credential; renews a refused token once. */
import { isAppError } from '../../../platform/errors.ts';
import type { ScopedCredentialRow } from '../scoped-credentials/tables.ts';
import type { AppTarget } from './config-values.ts';
import type { InstallationCore } from './core.ts';
import { lookAtAuditor } from './kinds/auditor-shown.ts';
import { showRuntime } from './kinds/runtime.ts';
import { showSkill } from './kinds/skill.ts';

/**
 * @returns undefined if the verifier itself cannot look: a local server, or one that only accepts an agent's call. Gateways
 * report those tools. @throws AppError.
 */
export type InspectTools = (
  orgId: string,
  target: AppTarget,
  credential: ScopedCredentialRow | undefined,
  signal?: AbortSignal,
) => Promise<readonly unknown[] | undefined>;

export function createInspectTools({
  listTools,
  headersOf,
  credentialLifecycle,
  auditorIntake,
}: Pick<InstallationCore, 'listTools' | 'headersOf' | 'credentialLifecycle' | 'auditorIntake'>): InspectTools {
  return async (orgId, target, credential, signal) => {
    if (target.kind === 'none') return [];
    if (target.kind === 'auditor') return lookAtAuditor(auditorIntake, orgId, target);
    if (target.kind === 'runtime') return showRuntime(target);
    if (target.kind === 'package') return undefined;
    if (target.kind === 'skill') return showSkill(target);
    const ask = (headers: Readonly<Record<string, string>>) =>
      listTools(orgId, { ...toSource(target), headers: { ...target.headers, ...headers } }, signal);
    if (credential === undefined) return ask({});
    const headers = await headersOf(credential);
    if (headers === undefined) return undefined;
    try {
      return await ask(headers);
    } catch (error) {
      if (!isAppError(error) || error.extensions?.['reason'] !== 'unauthorized') throw error;
      const renewed = await credentialLifecycle.refresh(orgId, credential.id, credential.version);
      if (renewed.version === credential.version) throw error;
      return ask((await headersOf(renewed)) ?? {});
    }
  };
}

function toSource({ type, url, cardUrl }: Extract<AppTarget, { kind: 'remote' }>) {
  return { type, url, cardUrl };
}
