/** What a verifier has to know before an agent may call a tool: the agent, an app with a server, a rule, the installed app. */

export interface SeededApp {
  /** What its server is called at the MCP gateway. */
  readonly alias: string;
}

export const seededAgent = 'bench';
const patienceMs = 120_000;

/** Installs the server of this URL for the agent, which is made if it is not there. @throws Error when it cannot be. */
export async function seedApp(verifier: string, name: string, toolServer: string, tools: number): Promise<void> {
  await ask(verifier, 'POST', '/v1/agents', { id: seededAgent, name: 'Bench' }, [201, 409]);
  const app = await ask(verifier, 'POST', '/v1/app-catalog', {
    ...{ name: `com.example/${name}`, type: 'mcp_server', version: '1.0.0', title: name, description: 'For the bench' },
    ...{ category: 'other', remotes: [{ type: 'streamable-http', url: toolServer }] },
  });
  const rule = { scope: { level: 'org', id: 'default' }, mode: 'available', reason: 'For the bench' };
  await ask(verifier, 'POST', '/v1/scoped-tools', { ...rule, tool: { app_id: textOf(app, 'id'), name: '*' } });
  const path = `/v1/app-catalog/${textOf(app, 'id')}/install`;
  const installation = await ask(verifier, 'POST', path, { agent_id: seededAgent });
  await untilInstalled(verifier, textOf(installation, 'id'), tools);
}

async function untilInstalled(verifier: string, id: string, tools: number): Promise<void> {
  const startedMs = Date.now();
  while (Date.now() - startedMs < patienceMs) {
    const found = await ask(verifier, 'GET', `/v1/app-catalog/installations/${id}`);
    if (found['status'] === 'installed' && found['tools_count'] === tools) return;
    if (found['status'] === 'failed') throw new Error(`the app is not installed: ${JSON.stringify(found['error'])}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the app was not installed in time');
}

async function ask(
  ...[verifier, method, path, body, good = [200, 201, 202]]: [
    verifier: string,
    method: string,
    path: string,
    body?: unknown,
    good?: readonly number[],
  ]
): Promise<Record<string, unknown>> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const answer = await fetch(verifier + path, { method, ...sent });
  const text = await answer.text();
  if (!good.includes(answer.status)) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

function textOf(found: Record<string, unknown>, member: string): string {
  const value = found[member];
  if (typeof value === 'string') return value;
  throw new Error(`the verifier did not say the ${member}`);
}
