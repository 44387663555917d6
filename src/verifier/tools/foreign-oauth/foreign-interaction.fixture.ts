/** Sign-in and consent at the foreign server in tests: decided at once, or by a button that a browser can press. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { InteractionResults, default as Provider } from 'oidc-provider';

export interface InteractionDeps {
  readonly provider: Provider;
  readonly account: () => string;
  readonly decision: () => 'approve' | 'deny' | 'ask';
}

/** Answers `/interaction/<uid>`: GET is the page (or the decision itself), POST presses its button. */
export async function answerInteraction(
  { provider, account, decision }: InteractionDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const details = await provider.interactionDetails(request, response);
  const isAsked = decision() === 'ask' && request.method === 'GET';
  if (isAsked) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>Foreign site</title><main><h1>${details.prompt.name}</h1>
      <form method="post"><button type="submit">Allow</button></form></main>`);
    return;
  }
  const result = decision() === 'deny' ? { error: 'access_denied' } : await toResult(provider, details, account());
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
}

type Details = Awaited<ReturnType<Provider['interactionDetails']>>;

async function toResult(provider: Provider, details: Details, accountId: string): Promise<InteractionResults> {
  if (details.prompt.name === 'login') return { login: { accountId, remember: false } };
  const known = details.grantId === undefined ? undefined : await provider.Grant.find(details.grantId);
  const owner = details.session?.accountId ?? accountId;
  const grant = known ?? new provider.Grant({ accountId: owner, clientId: String(details.params['client_id']) });
  const { missingOIDCScope, missingResourceScopes } = details.prompt.details;
  if (Array.isArray(missingOIDCScope)) grant.addOIDCScope(missingOIDCScope.join(' '));
  for (const [resource, scopes] of Object.entries(missingResourceScopes ?? {})) {
    if (Array.isArray(scopes)) grant.addResourceScope(resource, scopes.join(' '));
  }
  return { consent: { grantId: await grant.save() } };
}

/**
 * Acts as a person with a browser over plain HTTP: follows redirects through the foreign server, presses the button of each
 * page, and gives the address of the final redirect (`until` is its beginning).
 */
export async function clickThrough(start: string, until: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  let method = 'GET';
  for (let step = 0; step < 20; step += 1) {
    if (url.startsWith(until)) return url;
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of answer.headers.getSetCookie()) keepCookie(cookies, line);
    const location = answer.headers.get('location');
    const text = await answer.text();
    if (location !== null) [url, method] = [new URL(location, url).href, 'GET'];
    else if (text.includes('<form method="post">')) method = 'POST';
    else throw new Error(`the foreign side stops at ${answer.status}: ${text.slice(0, 200)}`);
  }
  throw new Error('the foreign side leads in circles');
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';');
  const at = pair.indexOf('=');
  const isGone = /expires=Thu, 01 Jan 1970/i.test(line) || pair.endsWith('=');
  if (isGone) cookies.delete(pair.slice(0, at));
  else cookies.set(pair.slice(0, at), pair.slice(at + 1));
}
