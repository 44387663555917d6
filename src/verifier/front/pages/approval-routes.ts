/** `/account/approvals`: lists the requests that wait for a person's decision, and shows and decides each of them. */
import type { FastifyReply } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { assertMay } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import type { Approvals } from '../../delegation/approvals/ports.ts';
import { approvalDetail, type DecisionForm } from './approval-detail.ts';
import { approvalsPath, beginList, otherList, toDecisionPath, waitingList } from './approval-list.ts';
import { type FindRequest, type FoundRequest, findWaiting, isDecided } from './find-request.ts';
import { refusedWith, toFieldErrors } from './form-errors.ts';
import { type PageSender, signedInToken } from './front.ts';
import { html } from './html.ts';
import type { FindNames } from './names.ts';
import { pageLink, readPage } from './paging.ts';
import { redirectTo } from './send-page.ts';
import { toVisitorAuthor, type Visitor } from './visitor.ts';

export interface ApprovalRouteDeps {
  readonly front: PageSender;
  readonly clock: Clock;
  readonly approvals: Pick<Approvals, 'list' | 'step'>;
  readonly findRequest: FindRequest;
  readonly findNames: FindNames;
}

/** The most requests of others on the page. */
const othersShown = 30;

export function approvalPageRoutes(deps: ApprovalRouteDeps): Routes {
  return async (app) => {
    await addListing(deps)(app);
    await addDeciding(deps)(app);
  };
}

function addListing({ front, clock, approvals, findNames }: ApprovalRouteDeps): Routes {
  return async (app) => {
    app.get(approvalsPath, async (call, reply) => {
      const visitor = await front.visitor(call);
      const author = toVisitorAuthor(visitor, call);
      assertMay(author, 'approvals.read', 'seeing approvals');
      const { toDecide: waiting, toBegin } = await findWaiting(approvals, author, readPage(call), clock.now());
      const all = await approvals.list(author, {}, { limit: othersShown, before: undefined });
      const own = new Set([...waiting.items, ...toBegin].map(({ id }) => id));
      const others = all.items.filter(({ id }) => !own.has(id));
      const shown = [...waiting.items, ...toBegin, ...others];
      const names = await findNames(author.orgId, {
        agents: shown.map(({ agent_id }) => agent_id),
        people: shown.map(({ subject }) => subject),
      });
      const more = pageLink({
        path: approvalsPath,
        cursor: waiting.next_cursor,
        label: 'Older ones that wait for you',
      });
      const open = others.filter(({ status }) => status === 'pending');
      const over = others.filter(({ status }) => status !== 'pending');
      const body = html`<p class="muted">Some actions need the approval of a person. A request that nobody decides in time is refused.</p>
${beginList(names, toBegin)}
${waitingList(names, waiting.items, more)}
${otherList('others', 'Waiting for others', names, open)}
${otherList('over', 'Decided lately', names, over)}`;
      return front.sendPage(reply, visitor, approvalsPath, { title: 'Approvals', body });
    });
  };
}

function addDeciding(deps: ApprovalRouteDeps): Routes {
  const { front, approvals, findRequest } = deps;
  const path = `${approvalsPath}/:id`;
  return async (app) => {
    app.get(path, async (call, reply) => {
      const visitor = await front.visitor(call);
      const found = await findRequest(call, visitor);
      // The consent page also lets a person allow less than what was asked for.
      const isConsent = found.approval.kind === 'delegation' && found.whyNot === undefined;
      return isConsent ? redirectTo(reply, toDecisionPath(found.approval)) : show(front, reply, visitor, found);
    });
    app.post(path, async (call, reply) => {
      const visitor = await front.visitor(call);
      const form = front.readSignedInForm(call, visitor);
      const found = await findRequest(call, visitor);
      // Cuts between characters: the database refuses half a character.
      const reason = form
        .text('reason')
        .replace(/\s+/g, ' ')
        .slice(0, 500)
        .replace(/[\ud800-\udbff]$/, '');
      try {
        const step = toStep(form.text('decision'));
        await approvals.step(found.author, found.approval.id, step, reason === '' ? undefined : reason);
      } catch (error) {
        if (!isDecided(error)) {
          const errors = toFieldErrors(error);
          return show(front, reply, visitor, found, { errors, reason }, refusedWith(reply, error));
        }
      }
      // If somebody decided faster, the page shows the present state.
      return redirectTo(reply, `${approvalsPath}/${found.approval.id}`);
    });
  };
}

type Try = Pick<DecisionForm, 'errors' | 'reason'>;

function show(
  front: PageSender,
  reply: FastifyReply,
  visitor: Visitor,
  found: FoundRequest,
  tried: Try = {},
  status = 200,
) {
  const form: DecisionForm = {
    action: `${approvalsPath}/${found.approval.id}`,
    token: signedInToken(visitor),
    ...tried,
  };
  const body = html`<p><a href="${approvalsPath}">All approvals</a></p>${approvalDetail(found, form)}`;
  const hasErrors = Object.keys(tried.errors ?? {}).length > 0;
  return front.sendPage(reply, visitor, approvalsPath, { title: 'Approval', body, hasErrors }, status);
}

const steps = { approve: 'approve', deny: 'deny', cancel: 'cancel' } as const;

function toStep(text: string): 'approve' | 'deny' | 'cancel' {
  const step = Object.values(steps).find((each) => each === text);
  if (step !== undefined) return step;
  const detail = 'the form has no decision';
  throw new AppError('invalid_request', detail, { detail });
}
