/** Answers unknown paths and methods below `/v1` in the form that their callers expect. */
import { AppError } from '../../platform/errors.ts';
import type { HttpApp } from '../../platform/http/app.ts';
import { sendProblem } from '../../platform/http/app.ts';
import { sendApiError } from './proxy.ts';

const ownPaths = /^\/v1\/(?:receipts|evaluate|tool-calls|tool-texts)(?:\/|$)/;
const methods = ['GET', 'POST'] as const;

export function addUnknownRoute(app: HttpApp): void {
  app.all('/v1/*', { config: { isForAgents: true } }, (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed = methods.filter((method) => app.hasRoute({ method, url: path }));
    if (allowed.length > 0) reply.header('allow', allowed.join(', '));
    const error =
      allowed.length > 0
        ? new AppError('method_not_allowed', 'no such method', { detail: `Use ${allowed.join(' or ')} here.` })
        : new AppError('not_found', 'no such route', { detail: `This gateway has no route ${path.slice(0, 200)}.` });
    return ownPaths.test(path) ? sendProblem(error, request, reply) : sendApiError(error, request, reply);
  });
}
