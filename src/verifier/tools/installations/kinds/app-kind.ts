/** What differs between apps of one type and another: where it is found, and what installing it changes. */
import type { InstallationConfig } from '../../../../contract/api/installations/shapes.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { ToolDefinition } from '../../../../platform/tools/definition.ts';
import type { AppVersion } from '../../app-catalog/ports.ts';
import type { AppTarget } from '../config-values.ts';
import type { InstallationRow } from '../tables.ts';

export interface AppKind {
  /** Reads an entry with a configuration. @throws AppError `unprocessable` with a `reason` and the place. */
  toTarget(app: AppVersion, config: InstallationConfig): AppTarget;
}

/**
 * What installed apps change besides their own rows. Everything runs in the transaction of the change, which holds the
 * organisation's lock and records it. A refusal leaves the app as it was.
 */
export interface AppEffects {
  /** It is installed, has another version, or a person approved what it shows now. @throws AppError. */
  begin(tx: Db, row: InstallationRow, begun: Begun): Promise<void>;
  /** It shows something that nobody approved. */
  quarantine(tx: Db, row: InstallationRow): Promise<void>;
  /** It is removed. @throws AppError if something depends on it, unless its agent retires. */
  end(tx: Db, row: InstallationRow, why: { readonly isRetired: boolean }): Promise<void>;
}

export interface Begun {
  readonly app: AppVersion;
  readonly target: AppTarget;
  /** What it showed, as approved by this step. */
  readonly definitions: readonly ToolDefinition[];
}
