/** `/account/keys`: a person's API keys. A key's text is in the answer that makes it and nowhere else. */
import { Compile } from 'typebox/compile';
import { CreateApiKeySchema } from '../../../contract/api/api-keys/shapes.ts';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, type ErrorPointer } from '../../../platform/errors.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Secret } from '../../../platform/secret.ts';
import { type Author, assertMay } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import type { Idempotency } from '../../base/idempotency/service.ts';
import type { ApiKeys } from '../../identity/api-keys/service.ts';
import { refusedWith, toFieldErrors } from './form-errors.ts';
import { noticeOf, type PageSender } from './front.ts';
import { html } from './html.ts';
import {
  emptyKeyForm,
  type KeyFormValues,
  type KeyFormView,
  keyForm,
  keysPath,
  readKeyForm,
  shownKey,
  toDays,
  toPurpose,
} from './key-forms.ts';
import { keyList } from './key-list.ts';
import { type PageLink, pageLink, readPage } from './paging.ts';
import { redirectTo } from './send-page.ts';
import { toVisitorAuthor, type Visitor } from './visitor.ts';

export interface KeyRouteDeps {
  readonly front: PageSender;
  readonly db: Db;
  readonly apiKeys: Pick<ApiKeys, 'create' | 'list' | 'rotate' | 'revoke' | 'get'>;
  readonly idempotency: Idempotency;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

const notices = { revoked: 'The key is revoked and can no longer be used.' };
const onceForm = /^[A-Za-z0-9_-]{22}$/;
const request = Compile(CreateApiKeySchema);

export function keyPageRoutes(deps: KeyRouteDeps): Routes {
  return async (app) => {
    await addListing(deps)(app);
    await addMaking(deps)(app);
    await addChanging(deps)(app);
  };
}

function addListing({ front, apiKeys, randomBytes }: KeyRouteDeps): Routes {
  return async (app) => {
    app.get(keysPath, async (call, reply) => {
      const visitor = await front.visitor(call);
      const author = toVisitorAuthor(visitor, call);
      assertMay(author, 'keys.read', 'seeing API keys');
      const { items, next_cursor } = await apiKeys.list(author, { userId: author.user }, readPage(call));
      const older: PageLink = { path: keysPath, cursor: next_cursor, label: 'Older keys' };
      const view = { values: emptyKeyForm, once: newOnce(randomBytes) };
      const body = html`${noticeOf(call, notices)}
<p class="muted">Programs use a key to act as you. A key can never do more than you may do at that time.</p>
${keyList(visitor, items)}${pageLink(older)}
${keyForm(visitor, toAsker(author), view)}`;
      return front.sendPage(reply, visitor, keysPath, { title: 'API keys', body });
    });
  };
}

function addMaking(deps: KeyRouteDeps): Routes {
  const { front, randomBytes } = deps;
  return async (app) => {
    app.post(keysPath, async (call, reply) => {
      const visitor = await front.visitor(call);
      const author = toVisitorAuthor(visitor, call);
      assertMay(author, 'keys.write', 'making API keys');
      const form = front.readSignedInForm(call, visitor);
      const values = readKeyForm(form);
      try {
        const text = await makeOnce(deps, author, values, form.text('once'));
        return showOnce(front, reply, visitor, values.alias, text);
      } catch (error) {
        const view: KeyFormView = { values, once: newOnce(randomBytes), errors: toFieldErrors(error, fields) };
        const body = keyForm(visitor, toAsker(author), view);
        const content = { title: 'API keys', body, hasErrors: true };
        return front.sendPage(reply, visitor, keysPath, content, refusedWith(reply, error));
      }
    });
  };
}

function addChanging({ front, db, apiKeys }: KeyRouteDeps): Routes {
  return async (app) => {
    app.post(`${keysPath}/rotate`, async (call, reply) => {
      const visitor = await front.visitor(call);
      const author = toVisitorAuthor(visitor, call);
      assertMay(author, 'keys.write', 'rotating API keys');
      const form = front.readSignedInForm(call, visitor);
      const overlap = overlaps[form.text('overlap')] ?? 0;
      const [id, revision] = [form.text('id'), Number(form.text('revision'))];
      // A form that is sent twice gets the error that the key has changed; no second key is made.
      const { key, text } = await db.transaction((tx) =>
        apiKeys.rotate(tx, author, id, { overlap_s: overlap }, revision),
      );
      return showOnce(front, reply, visitor, key.alias, text);
    });
    app.post(`${keysPath}/revoke`, async (call, reply) => {
      const visitor = await front.visitor(call);
      const author = toVisitorAuthor(visitor, call);
      assertMay(author, 'keys.write', 'revoking API keys');
      const id = front.readSignedInForm(call, visitor).text('id');
      await db.transaction((tx) => apiKeys.revoke(tx, author, id));
      return redirectTo(reply, `${keysPath}?done=revoked`);
    });
  };
}

/** How long the old key stays valid, in seconds. */
const overlaps: Readonly<Record<string, number>> = { none: 0, hour: 3_600, day: 86_400 };
const fields = {
  '/alias': 'alias',
  '/agent_id': 'agent_id',
  '/scopes': 'scopes',
  '/expires_at': 'days',
  '/purpose': 'purpose',
  '/gateway_id': 'gateway_id',
};

/** Makes a key unless the same form already made one; then there is no text, because it was already shown. */
async function makeOnce(
  { apiKeys, idempotency, clock }: KeyRouteDeps,
  author: Author,
  values: KeyFormValues,
  once: string,
): Promise<Secret | undefined> {
  const purpose = toPurpose(values.purpose);
  const days = toDays(values.days);
  const wanted = {
    alias: values.alias,
    purpose,
    scopes: [...values.scopes],
    expires_at: toTimestamp(clock.now() + (days ?? 1) * 86_400_000),
    ...(values.agentId === '' ? {} : { agent_id: values.agentId }),
    ...(values.gatewayId === '' ? {} : { gateway_id: values.gatewayId }),
  };
  if (days === undefined || !onceForm.test(once) || !request.Check(wanted)) throw refuse(values);
  const operation = `POST ${keysPath} ${author.user}`;
  let text: Secret | undefined;
  await idempotency.once({ orgId: author.orgId, operation, key: once, request: values }, async (tx) => {
    const made = await apiKeys.create(tx, author, wanted);
    text = made.text;
    return { status: 201, body: { id: made.key.id } };
  });
  return text;
}

/** Gives the errors that a person can cause. Our forms cannot send any other wrong value. */
function refuse({ alias, scopes, agentId, gatewayId }: KeyFormValues): AppError {
  const errors: ErrorPointer[] = [];
  if (alias === '' || alias.length > 100) errors.push({ pointer: '/alias', message: 'give the key a name' });
  if (scopes.length === 0) errors.push({ pointer: '/scopes', message: 'choose at least one thing that it may do' });
  if (agentId !== '' && errors.length === 0) {
    errors.push({ pointer: '/agent_id', message: 'this is not the id of an agent' });
  }
  if (gatewayId !== '' && errors.length === 0) {
    errors.push({ pointer: '/gateway_id', message: 'this is not the id of a gateway' });
  }
  const detail = 'the form is incomplete';
  return new AppError('invalid_request', detail, { detail, errors });
}

function showOnce(
  front: PageSender,
  reply: Parameters<PageSender['sendPage']>[0],
  visitor: Visitor,
  alias: string,
  text: Secret | undefined,
) {
  const body =
    text === undefined
      ? html`<div class="card stack"><p>This form was already sent: the key was created and shown then. If you did not copy it, revoke it and create another.</p><p><a href="${keysPath}">Back to my keys</a></p></div>`
      : shownKey(alias, text.reveal());
  return front.sendPage(reply, visitor, keysPath, { title: 'API keys', body });
}

function toAsker({ orgId, ...author }: Author) {
  return { ...author, organisation: orgId };
}

function newOnce(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(16)).toString('base64url');
}
