/** Serves the built console below `/console/`. Its addresses are the application's own, so any that is no file gives `index.html`. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Routes } from '../../base/feature.ts';
import { html } from '../pages/html.ts';
import { sendSignedOutPage } from '../pages/send-page.ts';
import type { ConsoleFiles } from './files.ts';

export interface ConsolePageDeps {
  readonly files: ConsoleFiles;
  readonly randomBytes: RandomBytes;
}

/** Each occurrence in `index.html` becomes the nonce of the answer. */
const noncePlaceholder = '__CSP_NONCE__';

export function consolePageRoutes({ files, randomBytes }: ConsolePageDeps): Routes {
  const sendIndex = async (reply: FastifyReply): Promise<FastifyReply> => {
    const page = await files.readIndex();
    if (page === undefined) return sendUnbuilt(reply);
    const nonce = Buffer.from(randomBytes(16)).toString('base64url');
    return reply
      .headers({ ...consoleHeaders(nonce), 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(noncePlaceholder, nonce));
  };

  return async (app) => {
    app.get('/console', async (_request, reply) => reply.redirect('/console/', 308));
    app.get('/console/*', async (request, reply) => {
      const path = pathOf(request);
      const file = path === '' || path === 'index.html' ? undefined : await files.read(path, acceptedOf(request));
      const isAsset = path.startsWith('assets/');
      // A page of an earlier build asks for files that are gone. The application's page in their place would confuse it.
      if (file === undefined && isAsset) throw new AppError('not_found', 'no such file of the console');
      if (file === undefined) return sendIndex(reply);
      const isWorker = path === 'sw.js';
      reply.headers({
        ...consoleHeaders(undefined),
        etag: file.etag,
        vary: 'accept-encoding',
        'cache-control': isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
        ...(file.encoding === undefined ? {} : { 'content-encoding': file.encoding }),
        ...(isWorker ? { 'service-worker-allowed': '/console/' } : {}),
      });
      if (isKnown(request, file.etag)) return reply.code(304).send();
      return reply.type(file.type).send(file.bytes);
    });
  };
}

/** Headers of every file of the console. Without a nonce no inline style counts. */
export function consoleHeaders(nonce: string | undefined): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
}

function sendUnbuilt(reply: FastifyReply): FastifyReply {
  const title = 'The console is not built';
  const body = html`<h1>${title}</h1>
<p>Run this in the folder of the source, and load this page again:</p>
<p><code>npm run build --workspace console</code></p>
<p class="muted">The API and the command line work without it.</p>`;
  return sendSignedOutPage(reply.header('retry-after', '10'), { title, body }, { status: 503 });
}

/** Gives the decoded path below `/console/`. */
function pathOf({ params }: FastifyRequest): string {
  const path: unknown = Reflect.get(Object(params), '*');
  return typeof path === 'string' ? path : '';
}

function acceptedOf({ headers }: FastifyRequest): string | undefined {
  const accepted = headers['accept-encoding'];
  return typeof accepted === 'string' ? accepted : undefined;
}

/** Tells whether the client has this file already (RFC 9110 section 13.1.2). */
function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const known = (headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}
