/** Denies credentials and tools of agents: ends a credential, and removes a rule that gives tools. */
import type { Db } from '../../../platform/db/db.ts';
import { isAppError } from '../../../platform/errors.ts';
import type { Author } from '../../base/control/author.ts';
import type { ScopedCredentials } from '../../tools/scoped-credentials/ports.ts';
import type { ToolRules } from '../../tools/scoped-tools/service.ts';
import { applied, type Deny, type Outcome } from './outcome.ts';
import type { DecisionRow } from './tables.ts';

export interface DenyMeansDeps {
  readonly scopedCredentials: Pick<ScopedCredentials, 'revokeIn'>;
  readonly toolRules: Pick<ToolRules, 'get' | 'change' | 'remove'>;
}

export function createDenyCredential({ scopedCredentials }: Pick<DenyMeansDeps, 'scopedCredentials'>): Deny {
  return async (tx, author, row) => {
    const isEnded = await scopedCredentials.revokeIn(tx, author, row.resource.id, decisionReasonOf(row));
    return applied(isEnded ? null : 'the credential had already ended');
  };
}

/**
 * Denies a tool. A rule of the organisation is removed: the tool is then unavailable by default, and workspaces keep what their
 * own rules give, which are reviewed separately. A rule of a workspace becomes `blocked`, so that the organisation's rule does
 * not give back what was denied.
 */
export function createDenyTool({ toolRules }: Pick<DenyMeansDeps, 'toolRules'>): Deny {
  return async (tx: Db, author: Author, row: DecisionRow): Promise<Outcome> => {
    const rule = await toolRules.get(tx, author.orgId, row.resource.id);
    if (rule.mode === 'blocked') return applied('the rule was already blocked');
    if (rule.scope_level === 'org') {
      await toolRules.remove(tx, author, rule.id, rule.revision);
      return applied('the rule was removed');
    }
    try {
      await toolRules.change(tx, author, rule.id, { mode: 'blocked', reason: decisionReasonOf(row) }, rule.revision);
    } catch (error) {
      // Nothing was written: what the organisation requires must be denied there.
      if (!isAppError(error, 'mode_conflict')) throw error;
      return { apply_result: 'not_supported', apply_detail: error.publicText };
    }
    return applied('the rule is blocked');
  };
}

export function decisionReasonOf(row: DecisionRow): string {
  return `denied by ${row.reviewed_by ?? 'nobody'} in access review ${row.review_id}`;
}
