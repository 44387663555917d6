/** The error pages: what went wrong, and what to do now. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AppError, errorTable } from '../../../platform/errors.ts';
import { toAppError } from '../../../platform/http/problem.ts';
import type { Routes } from '../../base/feature.ts';
import { html } from './html.ts';
import { redirectTo, sendSignedOutPage } from './send-page.ts';

interface Words {
  readonly title: string;
  readonly advice: string;
}

const byReason: Readonly<Record<string, Words>> = {
  foreign_form: {
    title: 'This form came from another site',
    advice: 'For your safety, nothing was done. Open the page on this site and send the form from there.',
  },
  stale_form: {
    title: 'This form is out of date',
    advice:
      'Nothing was done. You may have signed in or out in another tab, or cookies are off. Go back, load the page again, and send the form once more.',
  },
  expired: {
    title: 'This page has expired',
    advice: 'It was open for too long. Go back to the application you came from, and start again.',
  },
  invitation_invalid: {
    title: 'This invitation is no longer valid',
    advice: 'It was used or withdrawn, or it has expired. Ask the person who invited you for a new link.',
  },
};

const byStatus: Readonly<Record<number, Words>> = {
  400: { title: 'That could not be read', advice: 'Go back and try again.' },
  403: { title: 'You do not have access to this', advice: 'Ask an admin of your organisation if you need it.' },
  404: { title: 'Page not found', advice: 'The address may be wrong, or the page may no longer exist.' },
  409: {
    title: 'That is not possible now',
    advice: 'The data changed in the meantime. Load the page again and check it.',
  },
  410: {
    title: 'This has expired',
    advice: 'Nothing was done. If it is still needed, the requester can ask again.',
  },
  412: { title: 'It has changed in the meantime', advice: 'Nothing was done. Load the page again and check it first.' },
  413: { title: 'That was too long', advice: 'Go back and shorten what you typed.' },
  422: { title: 'That is not possible', advice: 'Go back and change what you chose.' },
  429: { title: 'Too many attempts', advice: 'Wait a moment before you try again.' },
  503: { title: 'Not available right now', advice: 'Try again in a moment.' },
};
const other: Words = { title: 'Something went wrong', advice: 'Try again in a moment.' };

/** Wraps routes that browsers open, so that their errors are pages. */
export function withErrorPages(routes: Routes): Routes {
  return async (app) => {
    await app.register(async (scope) => {
      scope.setErrorHandler(sendErrorPage);
      await routes(scope);
    });
  };
}

/** Answers any error with a page; a visitor who is not signed in gets the login page instead. */
export function sendErrorPage(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toAppError(thrown);
  const login = error.extensions?.['login'];
  if (typeof login === 'string') return redirectTo(reply, login);
  if (error.status >= 500) request.log.error({ err: error, code: error.code, reqId: request.id }, 'request failed');
  if (error.retryAfterS !== undefined) reply.header('retry-after', String(error.retryAfterS));
  const { title, advice } = wordsOf(error);
  const body = html`<h1>${title}</h1>
${isShown(error) && html`<p>${toSentence(error.detail ?? '')}</p>`}
<p class="muted">${advice}</p>
<p><a href="/account">Go to your account</a></p>
<p class="small muted">If you ask for help, name this request: <code>${request.id}</code></p>`;
  return sendSignedOutPage(reply, { title, body }, { status: error.status });
}

function wordsOf(error: AppError): Words {
  const reason = error.extensions?.['reason'];
  const known = typeof reason === 'string' && Object.hasOwn(byReason, reason) ? byReason[reason] : undefined;
  return known ?? byStatus[error.status] ?? other;
}

/** Shows an error's detail only if it is not an internal error and no text of our own says it better. */
function isShown(error: AppError): boolean {
  const hasOwnWords = typeof error.extensions?.['reason'] === 'string' && wordsOf(error) !== byStatus[error.status];
  return (
    error.detail !== undefined && error.status < 500 && !hasOwnWords && error.detail !== errorTable[error.code].title
  );
}

/** Makes a sentence of an error's detail, which is part of one. */
export function toSentence(words: string): string {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
