/** Seeds a verifier for tool calls: the agent, an app with a server, a rule, the installed app. */

/** A verifier on loopback, and the operator token of its folder. */
export interface SeededVerifier {
  readonly url: string;
  readonly token: string;
}

export interface WantedApp {
  readonly agentId: string;
  /** Last part of the app's name. */
  readonly name: string;
  readonly serverUrl: string;
  /** Number of tools of the server. */
  readonly tools: number;
}

const patienceMs = 120_000;

/** @throws Error if the app cannot be installed. */
export async function seedApp(verifier: SeededVerifier, { agentId, name, serverUrl, tools }: WantedApp): Promise<void> {
  const post = (path: string, body: unknown) => ask(verifier, path, { method: 'POST', body: JSON.stringify(body) });
  await post('/v1/agents', { id: agentId, name: agentId });
  const app = await post('/v1/app-catalog', {
    name: `com.example/${name}`,
    type: 'mcp_server',
    version: '1.0.0',
    title: name,
    description: 'For the bench',
    category: 'other',
    remotes: [{ type: 'streamable-http', url: serverUrl }],
  });
  const appId = textOf(app, 'id');
  const rule = { scope: { level: 'org', id: 'default' }, mode: 'available', reason: 'For the bench' };
  await post('/v1/scoped-tools', { ...rule, tool: { app_id: appId, name: '*' } });
  const installation = await post(`/v1/app-catalog/${appId}/install`, { agent_id: agentId });
  await untilInstalled(verifier, textOf(installation, 'id'), tools);
}

async function untilInstalled(verifier: SeededVerifier, id: string, tools: number): Promise<void> {
  const startedMs = Date.now();
  while (Date.now() - startedMs < patienceMs) {
    const found = await ask(verifier, `/v1/app-catalog/installations/${id}`, { method: 'GET' });
    if (found['status'] === 'installed' && found['tools_count'] === tools) return;
    if (found['status'] === 'failed') throw new Error(`the app is not installed: ${JSON.stringify(found['error'])}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the app was not installed in time');
}

async function ask(
  { url, token }: SeededVerifier,
  path: string,
  { method, body }: { readonly method: string; readonly body?: string },
): Promise<Record<string, unknown>> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...type },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

function textOf(found: Record<string, unknown>, member: string): string {
  const value = found[member];
  if (typeof value === 'string') return value;
  throw new Error(`the verifier did not return the ${member}`);
}
