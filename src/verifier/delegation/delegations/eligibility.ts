/** Checks whether an agent may act for a person at all: when consent is asked for, and again when it becomes a grant. */
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, type ErrorPointer } from '../../../platform/errors.ts';
import type { AgentStanding, AgentStandings } from '../../configuration/agents/standing.ts';
import { externalIdentitiesTable } from '../../identity/authentication/outside/tables.ts';
import type { Members } from '../../identity/members/service.ts';
import { coversScope, type Terms } from './terms.ts';

export interface Subject {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** The issuer of the person's identity: the outside issuer if they are linked to it. */
  readonly issuer: string;
  readonly accountDomain: string;
}

export interface Eligibility {
  /** Undefined if there is no such agent, or nobody registered it. */
  findAgent(db: Db, orgId: string, agentId: string): Promise<AgentStanding | undefined>;
  /**
   * Gives the person, if the agent may act for them within its present manifest.
   * @throws AppError `unprocessable` (`reason`: `agent_decommissioned`, `subject_unknown`, `account_domain_not_allowed`,
   * `outside_manifest`).
   */
  assertAllowed(
    tx: Db,
    agent: AgentStanding,
    subjectId: string,
    wanted: Pick<Terms, 'scopes' | 'resources'>,
  ): Promise<Subject>;
}

export interface EligibilityDeps {
  readonly agents: Pick<AgentStandings, 'findStanding'>;
  readonly members: Pick<Members, 'find'>;
  /** Our own issuer. */
  readonly issuer: string;
  readonly outsideIssuer: string | undefined;
  /** Gives the canonical address of one of our resources; others stay unchanged. */
  readonly toCanonical: ToCanonical;
}

export type ToCanonical = (resource: string) => string;

export function createEligibility({
  agents,
  members,
  issuer,
  outsideIssuer,
  toCanonical,
}: EligibilityDeps): Eligibility {
  const table = externalIdentitiesTable;

  const issuerOf = async (db: Db, userId: string): Promise<string> => {
    if (outsideIssuer === undefined) return issuer;
    const linked = and(eq(table.issuer, outsideIssuer), eq(table.user_id, userId));
    const rows = await db.select({ issuer: table.issuer }).from(table).where(linked);
    return rows[0]?.issuer ?? issuer;
  };

  return {
    findAgent: agents.findStanding,
    async assertAllowed(tx, { orgId, status, accessManifest }, subjectId, { scopes, resources }) {
      if (status === 'decommissioned') {
        throw refuse('agent_decommissioned', 'the agent is decommissioned: it acts for nobody any more');
      }
      const place = await members.find(tx, orgId, subjectId);
      if (place?.status !== 'active') {
        throw refuse('subject_unknown', 'the subject is no person of this organisation', '/subject');
      }
      // Exactly this domain: the owner of a subdomain need not own the domain above it.
      const accountDomain = toDomain(place.email);
      if (!accessManifest.account_domains.includes(accountDomain)) {
        const detail = `the access manifest of the agent does not name the account domain ${accountDomain}`;
        throw refuse('account_domain_not_allowed', detail, '/subject');
      }
      assertInManifest(accessManifest, scopes, resources, toCanonical);
      const { email, name } = place;
      return { id: subjectId, name, email, accountDomain, issuer: await issuerOf(tx, subjectId) };
    },
  };
}

function assertInManifest(
  manifest: AgentStanding['accessManifest'],
  scopes: readonly string[],
  resources: readonly string[],
  toCanonical: ToCanonical,
): void {
  const known = manifest.resources.map(toCanonical);
  const outside = (member: string, list: readonly string[], isIn: (one: string) => boolean): ErrorPointer[] =>
    list.flatMap((one, index) =>
      isIn(one)
        ? []
        : [{ pointer: `/${member}/${index}`, message: 'the access manifest of the agent does not have it' }],
    );
  const errors = [
    ...outside('scopes', scopes, (scope) => coversScope(manifest.scopes, scope)),
    ...outside('resources', resources, (resource) => known.includes(toCanonical(resource))),
  ];
  if (errors.length === 0) return;
  const detail = 'this is more than the access manifest of the agent allows';
  throw new AppError('unprocessable', detail, { detail, errors, extensions: { reason: 'outside_manifest' } });
}

/** Gives the account domain of a person: the part of their address after the @, in lower case. */
export function toDomain(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

function refuse(reason: string, detail: string, pointer?: string): AppError {
  const errors = pointer === undefined ? {} : { errors: [{ pointer, message: detail }] };
  return new AppError('unprocessable', detail, { detail, ...errors, extensions: { reason } });
}
