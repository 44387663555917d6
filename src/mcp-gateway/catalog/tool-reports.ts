/**
 * Reports to the verifier what servers offer and what was found in it, each listing once. The verifier's answer takes
 * effect at once, until the next configuration repeats it.
 */
import { sha256Hex } from '@assay/sdk/crypto';
import type { VerifierClient } from '../../clients/verifier/client.ts';
import { maxFindings, type ToolFinding } from '../../contract/tool-report.ts';
import { isAppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { hasHiddenText } from '../../platform/tools/hidden-text.ts';
import type { Principal } from '../ports.ts';
import { isWithheld } from './build.ts';
import type { ChangeCounters } from './change-counters.ts';
import type { Listing } from './list-tools.ts';
import { createLruMap } from './lru-map.ts';
import type { AppServer } from './server-watch.ts';
import type { Verdicts } from './verdicts.ts';

export interface Reports {
  /** True once the verifier says that no tool of the server may be called, under this configuration. */
  isBlocked(server: AppServer): boolean;
  /** Never rejects: a failed report is repeated with the next listing. */
  tell(server: AppServer, principal: Principal, listing: Listing): Promise<void>;
}

export interface ReportsDeps {
  readonly verifier: Pick<VerifierClient, 'reportTools'>;
  readonly gatewayId: string;
  readonly bundleVersion: () => string | undefined;
  readonly verdicts: Pick<Verdicts, 'of' | 'isClear'>;
  readonly changeCounters: Pick<ChangeCounters, 'bump'>;
  readonly log: Logger;
}

const most = 10_000;

export function createReports(deps: ReportsDeps): Reports {
  const { verifier, gatewayId, bundleVersion, changeCounters, log } = deps;
  const reported = createLruMap<string>({ most });
  /** By installation: the configuration version under which it is blocked. */
  const blocked = createLruMap<string | undefined>({ most });

  const block = ({ app }: AppServer, { agentId }: Principal): void => {
    blocked.set(app.installation_id, bundleVersion());
    changeCounters.bump(agentId);
  };

  return {
    isBlocked: ({ app }) => {
      const under = blocked.get(app.installation_id);
      return under !== undefined && under === bundleVersion();
    },
    async tell(server, principal, listing) {
      const raw = listing.kind === 'listed' || listing.kind === 'invalid' ? listing.raw : undefined;
      if (raw === undefined) return;
      const findings = listing.kind === 'listed' ? findIn(deps.verdicts, principal, listing.tools) : [];
      const cleared = listing.kind === 'listed' ? findCleared(deps.verdicts, server, principal, listing.tools) : [];
      if (!isReportNeeded(server, principal, listing, findings)) return;
      const { installation_id: id, server: name } = server.app;
      const key = JSON.stringify([id, name]);
      const digest = sha256Hex(JSON.stringify([toDigests(listing), findings, cleared]));
      if (reported.get(key) === digest) return;
      try {
        const found = findings.length === 0 ? {} : { findings };
        const over = cleared.length === 0 ? {} : { cleared };
        const report = { installation_id: id, server: name, tools: [...raw], ...found, ...over };
        const { callable } = await verifier.reportTools(gatewayId, report);
        reported.set(key, digest);
        if (!callable) block(server, principal);
      } catch (error) {
        // The listing is unusable: the verifier has put the app in quarantine.
        if (isAppError(error, 'unprocessable')) {
          reported.set(key, digest);
          block(server, principal);
        } else if (isAppError(error, 'not_found') || isAppError(error, 'conflict')) reported.set(key, digest);
        log.warn({ err: error, server: server.alias, installation: id }, 'the tools of a server could not be reported');
      }
    },
  };
}

/**
 * Decides whether to report. A person's credential may show less than the agent's, so only additions and differences of
 * it are reported. The first listing of a server is always reported: the verifier waits for it.
 */
function isReportNeeded(
  { app }: AppServer,
  { onBehalfOf }: Principal,
  listing: Listing,
  findings: readonly ToolFinding[],
): boolean {
  if (onBehalfOf === undefined || listing.kind !== 'listed' || findings.length > 0) return true;
  const approved = new Map(app.tools.map(({ name, hash }) => [name, hash]));
  const known = new Set(app.blocked);
  return listing.tools.some(({ name, hash }) => approved.get(name) !== hash && !known.has(name));
}

function findIn(
  verdicts: Pick<Verdicts, 'of' | 'isClear'>,
  { agentId }: Principal,
  tools: (Listing & { kind: 'listed' })['tools'],
): ToolFinding[] {
  const findings = tools.flatMap(({ name, hash }): ToolFinding[] => {
    const verdict = verdicts.of(agentId, hash);
    const denied = verdict === undefined || verdict.isAllowed ? [] : verdict.reasons;
    const reasons = [...(hasHiddenText(name) ? ['hidden_characters'] : []), ...denied].slice(0, 20);
    return reasons.length === 0 ? [] : [{ tool: name, reasons }];
  });
  return findings.slice(0, maxFindings);
}

/** Lists tools that the verifier withholds in exactly the form that is allowed here now. */
function findCleared(
  verdicts: Pick<Verdicts, 'isClear'>,
  { app }: AppServer,
  { agentId }: Principal,
  tools: (Listing & { kind: 'listed' })['tools'],
): string[] {
  if (app.quarantined) return [];
  const shown = new Set(tools.map(({ hash }) => hash));
  return app.tools
    .filter((tool) => isWithheld(tool) && shown.has(tool.hash) && !hasHiddenText(tool.name))
    .filter(({ hash }) => verdicts.isClear(agentId, hash))
    .map(({ name }) => name)
    .slice(0, maxFindings);
}

/** An unusable listing counts as a whole. */
function toDigests(listing: Listing): unknown {
  if (listing.kind !== 'listed') return listing;
  return listing.tools.map(({ name, hash }) => [name, hash]).toSorted();
}
