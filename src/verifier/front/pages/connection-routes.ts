/** `/account/connections`: lists the credentials that act for a person at other services, and takes them back. */
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Author, assertMay } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import type { Workspaces } from '../../configuration/workspaces/service.ts';
import { connectPath } from '../../tools/scoped-credentials/connect/connect.ts';
import type { Connection, Connections } from '../../tools/scoped-credentials/connect/connections.ts';
import type { Connecting } from '../../tools/scoped-credentials/connect/create.ts';
import { type ConnectionsView, connectionList, connectionsPath, endedConnections } from './connection-list.ts';
import { noticeOf, type PageSender } from './front.ts';
import { html } from './html.ts';
import type { FindNames } from './names.ts';
import { pageLink, readPage } from './paging.ts';
import { redirectTo } from './send-page.ts';
import { toVisitorAuthor, type Visitor } from './visitor.ts';

export interface ConnectionRouteDeps {
  readonly front: PageSender;
  readonly db: Db;
  readonly connecting: Pick<Connecting, 'connectLink'>;
  readonly connections: Connections;
  readonly findNames: FindNames;
  readonly organisationName: (orgId: string) => Promise<string>;
  readonly workspaces: Pick<Workspaces, 'find'>;
}

const notices = { revoked: 'It is revoked. Nobody can use it any more.' };

export function connectionRoutes(deps: ConnectionRouteDeps): Routes {
  return async (app) => {
    await addListing(deps)(app);
    await addSteps(deps)(app);
  };
}

async function begin({ front }: ConnectionRouteDeps, call: FastifyRequest) {
  const visitor = await front.visitor(call);
  return { visitor, author: toVisitorAuthor(visitor, call) };
}

function addListing(deps: ConnectionRouteDeps): Routes {
  const { front, connections } = deps;
  return async (app) => {
    app.get(connectionsPath, async (call, reply) => {
      const { visitor, author } = await begin(deps, call);
      assertMay(author, 'credentials.read', 'seeing connections');
      // The cursor belongs to the list that the query names: the ended connections with `list=ended`, else the living ones.
      const isEnded = Reflect.get(Object(call.query), 'list') === 'ended';
      const first = { limit: 20, before: undefined };
      const live = await connections.list(author, 'living', isEnded ? first : readPage(call));
      const ended = await connections.list(author, 'ended', isEnded ? readPage(call) : first);
      const view = await toView(deps, visitor, author, [...live.items, ...ended.items]);
      const more = pageLink({ path: connectionsPath, cursor: live.next_cursor, label: 'Older ones' });
      const older = pageLink({
        path: connectionsPath,
        cursor: ended.next_cursor,
        label: 'Older ones',
        query: 'list=ended&',
      });
      const body = html`${noticeOf(call, notices)}
<p class="muted">Your accounts at other services that agents can use, and accounts that you are asked to connect.</p>
${connectionList(view, live.items, more)}
${endedConnections(view, ended.items, older)}`;
      return front.sendPage(reply, visitor, connectionsPath, { title: 'Connections', body });
    });
  };
}

function addSteps(deps: ConnectionRouteDeps): Routes {
  const { front, connecting, connections } = deps;
  return async (app) => {
    app.post(`${connectionsPath}/connect`, async (call, reply) => {
      const { visitor, author } = await begin(deps, call);
      const form = front.readSignedInForm(call, visitor);
      assertMay(author, 'credentials.connect', 'connecting a credential');
      const { url } = await connecting.connectLink(author, form.text('id')).catch(toPageError);
      return redirectTo(reply, `${connectPath}/${url.slice(url.lastIndexOf('/') + 1)}`);
    });
    app.post(`${connectionsPath}/revoke`, async (call, reply) => {
      const { visitor, author } = await begin(deps, call);
      const form = front.readSignedInForm(call, visitor);
      assertMay(author, 'credentials.revoke', 'revoking a credential');
      await connections.revoke(author, form.text('id'));
      return redirectTo(reply, `${connectionsPath}?done=revoked`);
    });
  };
}

/** Turns a gateway error of the other service (502, 504) into an error of this page. */
function toPageError(error: unknown): never {
  const status = error instanceof AppError ? error.status : 500;
  if (!(error instanceof AppError) || (status !== 502 && status !== 504)) throw error;
  const detail = 'the service could not be asked';
  throw new AppError('unavailable', detail, { detail, cause: error });
}

async function toView(deps: ConnectionRouteDeps, visitor: Visitor, author: Author, all: readonly Connection[]) {
  const rows = all.map(({ row }) => row);
  const names = await deps.findNames(author.orgId, {
    agents: rows.map(({ agent_id }) => agent_id),
    people: rows.map(({ revoked_by }) => revoked_by),
  });
  const organisation = await deps.organisationName(author.orgId);
  const workspaces = new Map<string, string | undefined>();
  for (const { scope_level, scope_id } of rows) {
    if (scope_level === 'org' || workspaces.has(scope_id)) continue;
    workspaces.set(scope_id, (await deps.workspaces.find(deps.db, author.orgId, scope_id))?.name);
  }
  const view: ConnectionsView = {
    visitor,
    names,
    placeOf: ({ agent_id, scope_id }) => ({
      agent: agent_id === null ? undefined : names.agent(agent_id),
      organisation,
      workspace: workspaces.get(scope_id),
    }),
  };
  return view;
}
