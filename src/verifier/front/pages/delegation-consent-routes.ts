/** `/consent/:id`: a person allows or refuses an agent to act for them. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Routes } from '../../base/feature.ts';
import type { Approvals } from '../../delegation/approvals/ports.ts';
import type { Delegations } from '../../delegation/delegations/ports.ts';
import { outcomeOf } from './consent-outcome.ts';
import {
  type ConsentForm,
  type ConsentView,
  consentOutcomePage,
  consentRequestPage,
} from './delegation-consent-view.ts';
import { consentTerms } from './delegation-terms.ts';
import { type FindRequest, type FoundRequest, isDecided, noRequest } from './find-request.ts';
import { refusedWith, toFieldErrors } from './form-errors.ts';
import { type PageSender, signedInToken } from './front.ts';
import type { Form } from './read-form.ts';
import type { OwnResources } from './scope-choices.ts';
import { redirectTo, sendSignedOutPage } from './send-page.ts';
import type { Visitor } from './visitor.ts';

export interface DelegationConsentDeps {
  readonly front: PageSender;
  readonly clock: Clock;
  readonly approvals: Pick<Approvals, 'step'>;
  readonly delegations: Pick<Delegations, 'grant' | 'get'>;
  readonly findRequest: FindRequest;
  readonly organisationName: (orgId: string) => Promise<string>;
  readonly ownResources: OwnResources;
}

export const consentPath = '/consent';

interface Turn {
  readonly visitor: Visitor;
  readonly found: FoundRequest;
  readonly view: ConsentView;
}

export function delegationConsentRoutes(deps: DelegationConsentDeps): Routes {
  const { front } = deps;
  const path = `${consentPath}/:id`;
  return async (app) => {
    app.get(path, async (call, reply) => {
      const visitor = await front.visitor(call);
      return show(deps, reply, await begin(deps, call, visitor));
    });
    app.post(path, async (call, reply) => {
      const visitor = await front.visitor(call);
      const form = front.readSignedInForm(call, visitor);
      return decide(deps, reply, await begin(deps, call, visitor), form);
    });
  };
}

/** @throws AppError `not_found` if the visitor has no part in the request; `approval_expired`. */
async function begin(deps: DelegationConsentDeps, call: FastifyRequest, visitor: Visitor): Promise<Turn> {
  const found = await deps.findRequest(call, visitor);
  const { approval, author, names } = found;
  const { subject, agent_id } = approval;
  if (approval.kind !== 'delegation' || subject === null || agent_id === null) throw noRequest();
  const mayGrant = subject === author.user || author.role === 'admin' || approval.approvers.includes(author.user);
  if (!mayGrant && found.whyNot !== undefined) throw noRequest();
  const gone = { id: agent_id, name: agent_id, purpose: '', status: 'decommissioned', ownerIds: [] } as const;
  const view: ConsentView = {
    approval,
    names,
    own: deps.ownResources,
    subjectId: subject,
    agent: names.agent(agent_id) ?? gone,
    terms: consentTerms(approval, deps.clock.now()),
    isEnough: found.isEnough,
    mayGrant,
    reader: { id: author.user, email: visitor.person.email },
    organisation: await deps.organisationName(author.orgId),
  };
  return { visitor, found, view };
}

type Try = Pick<ConsentForm, 'notice' | 'errors' | 'chosen' | 'ttl'>;

async function show(deps: DelegationConsentDeps, reply: FastifyReply, turn: Turn, tried: Try = {}, status = 200) {
  const { view, visitor, found } = turn;
  const outcome = await outcomeOf(view, {
    author: found.author,
    whyNot: found.whyNot,
    mayGrant: view.mayGrant,
    now: deps.clock.now(),
    findGrant: (grantId) => deps.delegations.get(found.author, view.agent.id, grantId),
  });
  if (outcome !== undefined) return sendSignedOutPage(reply, consentOutcomePage(view, outcome));
  const action = `${consentPath}/${view.approval.id}`;
  const form: ConsentForm = { action, token: signedInToken(visitor), seen: digestOf(view), ...tried };
  return sendSignedOutPage(reply, consentRequestPage(view, form), { status });
}

async function decide(deps: DelegationConsentDeps, reply: FastifyReply, turn: Turn, form: Form) {
  const decision = form.text('decision');
  if (decision !== 'yes' && decision !== 'no') {
    const detail = 'the form has no decision';
    throw new AppError('invalid_request', detail, { detail });
  }
  const chosen = form.all('scopes');
  const ttl = form.text('ttl');
  try {
    if (decision === 'no') await deps.approvals.step(turn.found.author, turn.view.approval.id, 'deny');
    else if (form.text('seen') !== digestOf(turn.view)) {
      const notice = 'The request has changed since you opened this page, and nothing was done. Review it again.';
      return show(deps, reply, turn, { notice }, 412);
    } else await allow(deps, turn, chosen, ttl);
  } catch (error) {
    // The page shows the present state.
    if (isDecided(error)) return redirectTo(reply, `${consentPath}/${turn.view.approval.id}`);
    const errors = toFieldErrors(error, { '/approved_scopes': 'scopes', '/ttl_seconds': 'ttl' });
    return show(deps, reply, turn, { errors, chosen, ttl }, refusedWith(reply, error));
  }
  return redirectTo(reply, `${consentPath}/${turn.view.approval.id}`);
}

async function allow(deps: DelegationConsentDeps, turn: Turn, chosen: readonly string[], ttl: string): Promise<void> {
  const { approval, agent, terms, isEnough, mayGrant } = turn.view;
  const { author } = turn.found;
  if (approval.status === 'pending' && !(isEnough && mayGrant)) {
    await deps.approvals.step(author, approval.id, 'approve');
    return;
  }
  if (!mayGrant) throw noRequest();
  const scopes = terms.scopes.filter((scope) => chosen.includes(scope));
  await deps.delegations.grant(author, agent.id, {
    consent_request_id: approval.id,
    approved_scopes: assertSome(scopes),
    ttl_seconds: readTtl(ttl, terms.ttlS),
  });
}

function assertSome(scopes: string[]): string[] {
  if (scopes.length > 0) return scopes;
  const message = 'nothing is selected: select what it may do, or press “Don’t allow”';
  throw new AppError('invalid_request', message, { errors: [{ pointer: '/approved_scopes', message }] });
}

/** Caps the duration: the longest possible one may have shrunk since the page was opened. */
function readTtl(text: string, maxS: number): number {
  if (/^\d{2,8}$/.test(text)) return Math.min(Number(text), maxS);
  const message = 'choose a duration from the list';
  throw new AppError('invalid_request', message, { errors: [{ pointer: '/ttl_seconds', message }] });
}

/** Digests what the page shows. A yes counts only for that: if the agent was renamed meanwhile, the page is shown again. */
function digestOf({ approval, agent, terms, isEnough, mayGrant, subjectId }: ConsentView): string {
  const { id, status, requested, risk } = approval;
  const { ttlS: _, ...asked } = terms;
  const shown = [id, status, requested, risk, agent, asked, isEnough, mayGrant, subjectId];
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
}
