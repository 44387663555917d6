/** The control plane, wired: what operators configure, and what gateways are told of it. */
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import type { RandomBytes } from '../platform/ids.ts';
import { type ControlChanges, createControlChanges } from './control/changes.ts';
import { createWorkspaces, type ScopeGuard, type Workspaces } from './workspaces/service.ts';
import { createWorkspaceStore } from './workspaces/store.ts';

export interface ControlPlaneDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

export interface ControlPlane {
  readonly db: Db;
  readonly changes: ControlChanges;
  readonly workspaces: Workspaces;
}

/** Makes the services of the control plane over an open database. */
export function createControlPlane(deps: ControlPlaneDeps): ControlPlane {
  const { db } = deps;
  const changes = createControlChanges(deps);
  // Filled below by the services that hang on a scope: they need the workspaces themselves.
  const guards: ScopeGuard[] = [];
  const workspaces = createWorkspaces({ ...deps, store: createWorkspaceStore(), changes, guards });
  return { db, changes, workspaces };
}
