/** Explains which credential an agent would use. Leaves out what the caller may not see. */

import type { EffectiveCredentialView } from '../../../contract/api/scoped-credentials/shapes.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Author } from '../../base/control/author.ts';
import { isOverseer } from '../../delegation/delegations/rules.ts';
import { resolveCredential } from './cascade.ts';
import type { CredentialCore } from './core.ts';
import type { CredentialQuery } from './ports.ts';
import { askingAgent, isVisible, noCredential } from './visibility.ts';

export interface EffectiveQuestion {
  readonly agentId: string;
  readonly service: string;
  readonly userId?: string | undefined;
  readonly resource?: string | undefined;
  readonly issuer?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly scopes?: readonly string[];
}

export type ExplainEffective = (author: Author, question: EffectiveQuestion) => Promise<EffectiveCredentialView>;

/** Maximum of candidates in an answer, and of those of other people among them. */
const maxCandidates = 100;
const maxOthers = 50;

/** @throws AppError `not_found` for an agent, a workspace or a person that the author may not see. */
export function createExplainEffective(core: CredentialCore): ExplainEffective {
  const { db, store, agents, workspaces, clock } = core;
  return async (author, question) => {
    const agent = await agents.findStanding(db, author.orgId, question.agentId);
    const asking = askingAgent(author);
    if (agent === undefined || (asking !== undefined && asking !== agent.id)) throw noAgent();
    const isOwnedByUser = [...agent.access.owners, ...agent.access.editors].includes(author.user);
    const seesAll = asking === undefined ? isOverseer(author.role) || isOwnedByUser : author.kind === 'agent';
    const { userId, workspaceId = agent.workspaceId } = question;
    // Nobody else may know whether another person has connected something.
    if (userId !== undefined && userId !== author.user && !seesAll) throw noCredential();
    if (workspaceId !== agent.workspaceId && (await workspaces.find(db, author.orgId, workspaceId)) === undefined) {
      const detail = 'there is no such workspace';
      throw new AppError('not_found', detail, { detail });
    }
    const request: CredentialQuery = { ...question, workspaceId };
    const visibility = await core.visibilityOf(db, author);
    const rows = await store.listForRequests(db, author.orgId, [request]);
    const answer = resolveCredential(rows, request, clock.now());
    const others = await store.listOthers(db, author.orgId, request, visibility, maxOthers);
    const ofOthers = resolveCredential(others, request, clock.now()).candidates;
    const visible = new Set(rows.filter((row) => isVisible(visibility, row, agent.access)).map(({ id }) => id));
    const { credential, foreignClientId } = answer;
    return {
      agent_id: agent.id,
      workspace_id: workspaceId,
      service: request.service,
      user_id: userId ?? null,
      credential_id: credential !== undefined && visible.has(credential.id) ? credential.id : null,
      source: answer.source,
      mode: answer.mode,
      status: answer.status,
      scopes_missing: [...answer.scopesMissing],
      candidates: [...answer.candidates.filter(({ id }) => visible.has(id)), ...ofOthers]
        .slice(0, maxCandidates)
        .map(({ id, rejectedBecause }) => ({ id, rejected_because: rejectedBecause })),
      foreign_client_id: foreignClientId,
    };
  };
}

function noAgent(): AppError {
  const detail = 'there is no such agent';
  return new AppError('not_found', detail, { detail });
}
