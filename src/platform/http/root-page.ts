/** The page at `/` of a service without pages of its own: what this is, and where to go on. */
import { AppError } from '../errors.ts';
import type { HttpApp } from './app.ts';
import { isBrowser } from './is-browser.ts';

export interface RootPage {
  readonly title: string;
  /** One or two sentences. */
  readonly about: string;
  /** URL of the verifier whose console is linked; undefined if this service does not know one that browsers reach. */
  readonly verifierUrl: string | undefined;
  /** A command to copy; `{origin}` stands for the address that the browser called. */
  readonly command: string;
}

const headers = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
};

/** Answers browsers with the page. Other clients get 404, as for any path that is not there. A setting may have put a route there. */
export function addRootPage(app: HttpApp, page: RootPage): void {
  if (app.hasRoute({ method: 'GET', url: '/' })) return;
  app.get('/', { config: { access: 'open' } }, async (request, reply) => {
    if (!isBrowser(request)) throw new AppError('not_found', 'no such route');
    const origin = `${request.protocol}://${request.host}`;
    return reply.headers(headers).type('text/html; charset=utf-8').send(toHtml(page, origin));
  });
}

function toHtml({ title, about, verifierUrl, command }: RootPage, origin: string): string {
  const address = verifierUrl === undefined ? undefined : escapeText(`${verifierUrl.replace(/\/+$/, '')}/console/`);
  const where =
    address === undefined
      ? 'The console is at <code>/console/</code> of your verifier.'
      : `The console: <a href="${address}">${address}</a>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeText(title)}</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"></head>
<body><main>
<h1>${escapeText(title)}</h1>
<p>${escapeText(about)}</p>
<p>${where}</p>
<p>Try it:</p>
<pre>${escapeText(command.replaceAll('{origin}', origin))}</pre>
</main></body>
</html>
`;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (char) => escapes[char] ?? '');
}
