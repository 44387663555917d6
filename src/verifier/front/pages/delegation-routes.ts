/** `/account/delegations`: lists what acts for a person, and takes it back. */
import type { FastifyRequest } from 'fastify';
import type { DelegationGrant } from '../../../contract/api/delegations/shapes.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Page } from '../../../platform/http/page.ts';
import { type Author, assertMay } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import type { Delegations } from '../../delegation/delegations/ports.ts';
import { noGrant } from '../../delegation/delegations/rules.ts';
import { delegationsPath, endedList, grantList, type ListView, revokeAllForm, sameEnd } from './delegation-list.ts';
import { noticeOf, type PageSender } from './front.ts';
import { html } from './html.ts';
import type { FindNames } from './names.ts';
import { pageLink, readPage } from './paging.ts';
import type { Form } from './read-form.ts';
import type { OwnResources } from './scope-choices.ts';
import { redirectTo } from './send-page.ts';
import { toVisitorAuthor, type Visitor } from './visitor.ts';

export interface DelegationRouteDeps {
  readonly front: PageSender;
  readonly db: Db;
  readonly clock: Clock;
  readonly delegations: Pick<Delegations, 'get' | 'listOfSubject' | 'list' | 'narrow' | 'revoke' | 'revokeAll'>;
  readonly findNames: FindNames;
  readonly ownResources: OwnResources;
}

const notices = {
  revoked: 'It is revoked. The agent can no longer use it to act for you.',
  'all-revoked': 'Everything is revoked. Nothing acts for you in this organisation any more.',
  narrowed: 'The agent may do less from now on.',
};

export function delegationPageRoutes(deps: DelegationRouteDeps): Routes {
  return async (app) => {
    await addListing(deps)(app);
    await addEnding(deps)(app);
    await addNarrowing(deps)(app);
  };
}

interface Turn {
  readonly visitor: Visitor;
  readonly author: Author;
}

async function begin({ front }: DelegationRouteDeps, call: FastifyRequest): Promise<Turn> {
  const visitor = await front.visitor(call);
  return { visitor, author: toVisitorAuthor(visitor, call) };
}

function addListing(deps: DelegationRouteDeps): Routes {
  const { front, clock, delegations, ownResources: own } = deps;
  return async (app) => {
    app.get(delegationsPath, async (call, reply) => {
      const { visitor, author } = await begin(deps, call);
      assertMay(author, 'delegations.read', 'seeing delegations');
      const active = await delegations.listOfSubject(author.orgId, author.user);
      const ended = await listEnded(deps, author, call);
      const all = [...active, ...ended.items];
      const names = await deps.findNames(author.orgId, {
        agents: all.map(({ agent_id }) => agent_id),
        people: all.flatMap(({ granted_by, revoked_by }) => [granted_by, revoked_by]),
      });
      const view: ListView = { visitor, names, own, now: clock.now() };
      const older = pageLink({ path: delegationsPath, cursor: ended.next_cursor, label: 'Older ones' });
      const body = html`${noticeOf(call, notices)}
<p class="muted">These agents act in your name, within the limits that were allowed. If you revoke one, it ends immediately.</p>
${grantList(view, active)}
${revokeAllForm(visitor, active.length)}
${endedList(view, ended.items, older)}`;
      return front.sendPage(reply, visitor, delegationsPath, { title: 'Acting for you', body });
    });
  };
}

/** Lists the person's own grants, even if they may see those of others. */
function listEnded(
  { delegations }: DelegationRouteDeps,
  author: Author,
  call: FastifyRequest,
): Promise<Page<DelegationGrant>> {
  return delegations.list(author, { status: 'revoked', subjectId: author.user }, readPage(call, 10));
}

function addEnding(deps: DelegationRouteDeps): Routes {
  const { front, db, delegations } = deps;
  return async (app) => {
    app.post(`${delegationsPath}/revoke`, async (call, reply) => {
      const { visitor, author } = await begin(deps, call);
      const form = front.readSignedInForm(call, visitor);
      assertMay(author, 'delegations.revoke', 'taking back a delegation');
      const [agentId, id] = [form.text('agent_id'), form.text('id')];
      // This page revokes a person's own grants only, even if they may revoke those of others.
      const { subject_id } = await delegations.get(author, agentId, id);
      if (subject_id !== author.user) throw noGrant();
      await delegations.revoke(author, agentId, id);
      return redirectTo(reply, `${delegationsPath}?done=revoked`);
    });
    app.post(`${delegationsPath}/revoke-all`, async (call, reply) => {
      const { visitor, author } = await begin(deps, call);
      const form = front.readSignedInForm(call, visitor);
      assertMay(author, 'delegations.revoke', 'taking back delegations');
      assertSameOrganisation(form, author);
      await db.transaction((tx) => delegations.revokeAll(tx, author, { subjectId: author.user }, 'user'));
      return redirectTo(reply, `${delegationsPath}?done=all-revoked`);
    });
  };
}

/**
 * Refuses a form of another organisation: if the person switched in another tab, it would revoke grants that they did not see.
 */
function assertSameOrganisation(form: Form, { orgId }: Author): void {
  if (form.text('org_id') === orgId) return;
  const detail = 'you have switched to another organisation, and nothing was revoked';
  throw new AppError('conflict', detail, { detail });
}

function addNarrowing(deps: DelegationRouteDeps): Routes {
  const { front, delegations } = deps;
  return async (app) => {
    app.post(`${delegationsPath}/narrow`, async (call, reply) => {
      const { visitor, author } = await begin(deps, call);
      const form = front.readSignedInForm(call, visitor);
      assertMay(author, 'delegations.grant', 'changing a delegation');
      const change = { approved_scopes: readScopes(form), ...readEnd(form.text('end')) };
      const [agentId, id, revision] = [form.text('agent_id'), form.text('id'), Number(form.text('revision'))];
      await delegations.narrow(author, agentId, id, revision, change);
      return redirectTo(reply, `${delegationsPath}?done=narrowed`);
    });
  };
}

function readScopes(form: Form): string[] {
  const scopes = [...new Set(form.all('scopes'))];
  if (scopes.length > 0) return scopes;
  const detail = 'nothing was selected: to allow nothing any more, revoke it';
  throw new AppError('unprocessable', detail, { detail });
}

function readEnd(text: string): { ttl_seconds?: number } {
  if (text === sameEnd || text === '') return {};
  if (/^\d{2,8}$/.test(text)) return { ttl_seconds: Number(text) };
  const detail = 'choose from the list when it ends';
  throw new AppError('invalid_request', detail, { detail });
}
