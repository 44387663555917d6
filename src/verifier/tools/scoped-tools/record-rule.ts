/** Records a change of a rule in the history of the configuration and in the audit log. */
import type { Db } from '../../../platform/db/db.ts';
import type { Author } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { ScopedToolRow } from './tables.ts';

/** @param row Revision 0 after its removal. */
export type RecordRule = (tx: Db, author: Author, row: ScopedToolRow, action: string) => Promise<unknown>;

export function createRecordRule(changes: Pick<ControlChanges, 'record'>): RecordRule {
  return (tx, author, row, action) => {
    const { app_id, server, name, mode, allow_override, reason, set_by, revision } = row;
    const document = revision === 0 ? null : { tool: { app_id, server, name }, mode, allow_override, reason, set_by };
    const scope = { level: row.scope_level, id: row.scope_id };
    const why = reason === null ? {} : { reason };
    return changes.record(tx, author, { kind: 'tool', subjectId: row.id, action, scope, revision, document, ...why });
  };
}
