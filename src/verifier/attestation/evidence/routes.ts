/** HTTP routes of evidence. */
import { evidence as operations } from '../../../contract/api/evidence/operations.ts';
import type { QueryOf } from '../../../contract/api/operation.ts';
import type { IngestResult } from '../../../contract/ingest.ts';
import { AppError, type ErrorCode } from '../../../platform/errors.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import { parseClaimConditions } from './claim-conditions.ts';
import type { Ingest } from './ingest.ts';
import type { EvidenceFilter } from './search.ts';
import type { EvidenceReader } from './service.ts';

interface EvidenceRouteDeps {
  readonly mount: Mount;
  readonly ingest: Ingest;
  readonly evidence: EvidenceReader;
}

/** Serves `/v1/evidence`, its sessions and its traces. */
export function evidenceRoutes({ mount, ingest, evidence }: EvidenceRouteDeps): Routes {
  return async (app) => {
    mount.read(
      app,
      operations.submit,
      async ({ caller, body }) => {
        if ('items' in body) return { results: await ingest(caller.organisation, body.items, caller) };
        const results = await ingest(caller.organisation, [body], caller);
        for (const result of results) if (result.status === 'refused') throw toRefusal(result);
        return { results };
      },
      { isBodyUnbounded: true },
    );
    mount.read(app, operations.list, ({ caller, query, page }) =>
      evidence.list(caller.organisation, page, toFilter(query)),
    );
    mount.read(app, operations.listSessions, ({ caller, query, page }) =>
      evidence.listSessions(caller.organisation, page, {
        agentId: query.agent_id,
        workspaceId: query.workspace_id,
        sessionId: query.session_id,
      }),
    );
    mount.read(app, operations.getTrace, ({ caller, params }) =>
      evidence.getTrace(caller.organisation, params.trace_id),
    );
    mount.read(app, operations.get, ({ caller, params }) => evidence.get(caller.organisation, params.id));
  };
}

const conflicts: Readonly<Record<string, ErrorCode>> = {
  nonce_reused: 'nonce_reused',
  conflict: 'conflict',
  workspace_mismatch: 'conflict',
  key_of_another_gateway: 'conflict',
  chain_of_another_gateway: 'conflict',
  workspace_not_served: 'forbidden',
};

function toRefusal({ reason = 'refused', message = 'the evidence was refused', evidence_id }: IngestResult): AppError {
  const code = conflicts[reason] ?? 'evidence_refused';
  return new AppError(code, message, { detail: message, extensions: { reason, evidence_id } });
}

function toFilter(query: QueryOf<typeof operations.list>): EvidenceFilter {
  const { decision, enforced, reason, auditor, tool, order } = query;
  return {
    decision,
    enforced,
    reason,
    auditor,
    tool,
    order,
    agentId: query.agent_id,
    workspaceId: query.workspace_id,
    modelId: query.model_id,
    sessionId: query.session_id,
    traceId: query.trace_id,
    claims: query.claim === undefined ? undefined : parseClaimConditions(query.claim),
    since: toTime(query.since),
    until: toTime(query.until),
  };
}

function toTime(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}
