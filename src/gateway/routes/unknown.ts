/** Answers unknown paths and methods below `/v1` in the form that their callers expect. */
import { AppError } from '../../platform/errors.ts';
import type { HttpApp } from '../../platform/http/app.ts';
import { sendProblem } from '../../platform/http/app.ts';
import { sendApiError } from './proxy.ts';

const ownPaths = /^\/v1\/(?:receipts|evaluate|tool-calls|tool-texts)(?:\/|$)/;
/** What other paths of the proxied APIs lack here, by their start. */
const missing: readonly (readonly [string, string])[] = [
  [
    '/v1/responses/',
    'Responses are created, retrieved, deleted and cancelled here, and their input items listed: to compact one or to count its input is not supported.',
  ],
  [
    '/v1/chat/completions/',
    'Chat completions are made and streamed here, and not kept: stored ones are not supported.',
  ],
  [
    '/v1/conversations',
    'Conversations that the provider keeps are not supported, because nobody judges them here. Send their items in input.',
  ],
  [
    '/v1/batches',
    'Batches are not supported: the provider answers them later, where nobody judges the answers. Send each call by itself.',
  ],
  [
    '/v1/files',
    'Files at the provider are not supported, because nobody judges them here. Send their text in the request.',
  ],
  [
    '/v1/uploads',
    'Files at the provider are not supported, because nobody judges them here. Send their text in the request.',
  ],
  ['/v1/vector_stores', 'Vector stores are not supported, because nobody judges their files here.'],
  ['/v1/realtime', 'Realtime sessions are not supported, because sound and sockets are not judged here.'],
  ['/v1/audio', 'Speech and transcription are not supported, because sound is not judged here.'],
  ['/v1/images', 'Images are not supported, because they are not judged here.'],
  ['/v1/assistants', 'Assistants are not supported: use /v1/responses or /v1/chat/completions.'],
  ['/v1/threads', 'Threads are not supported: use /v1/responses or /v1/chat/completions.'],
  ['/v1/messages/', 'Messages are made and streamed here: batches and counts of tokens are not supported.'],
];

const methods = ['GET', 'POST'] as const;

export function addUnknownRoute(app: HttpApp): void {
  app.all('/v1/*', { config: { isForAgents: true } }, (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed = methods.filter((method) => app.hasRoute({ method, url: path }));
    if (allowed.length > 0) reply.header('allow', allowed.join(', '));
    const error =
      allowed.length > 0
        ? new AppError('method_not_allowed', 'no such method', { detail: `Use ${allowed.join(' or ')} here.` })
        : new AppError('not_found', 'no such route', { detail: detailOf(path) });
    return ownPaths.test(path) ? sendProblem(error, request, reply) : sendApiError(error, request, reply);
  });
}

function detailOf(path: string): string {
  const reason = missing.find(([start]) => path.startsWith(start))?.[1];
  return `This gateway has no route ${path.slice(0, 200)}.${reason === undefined ? '' : ` ${reason}`}`;
}
