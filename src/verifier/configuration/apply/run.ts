/** Shared state of the steps of one apply: the transaction, the stored records and the results. */

import type { Agent } from '../../../contract/api/agents/shapes.ts';
import type { ApplyObject, PlacedMessage } from '../../../contract/control/apply.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Author } from '../../base/control/author.ts';
import type { Agents } from '../agents/service.ts';
import type { AuditorCatalog } from '../auditor-catalog/catalog.ts';
import type { AuditorSettings } from '../auditor-settings/service.ts';
import type { WriteManySettings } from '../auditor-settings/write-many.ts';
import type { Environments } from '../environments/service.ts';
import type { Workspaces } from '../workspaces/service.ts';
import type { Plan } from './plan.ts';
import type { DocumentErrors } from './refusals.ts';

export interface ApplyServices {
  readonly workspaces: Workspaces;
  readonly agents: Agents;
  readonly environments: Environments;
  readonly auditorCatalog: AuditorCatalog;
  readonly auditorSettings: AuditorSettings;
  readonly writeSettings: WriteManySettings;
}

export interface Run extends ApplyServices {
  readonly tx: Db;
  readonly author: Author;
  readonly plan: Plan;
  readonly prune: boolean;
  readonly refusals: DocumentErrors;
  /** Agents of the organisation that were registered before. */
  readonly registered: readonly Agent[];
  /** Outcomes in the order of the writes. */
  readonly objects: ApplyObject[];
  readonly warnings: PlacedMessage[];
  /** Workspaces and agents that could not be written; their contents are skipped. */
  readonly failed: Set<string>;
}

/** Gives the key of a scope. */
export function keyOf({ level, id }: Scope): string {
  return `${level}/${id}`;
}
