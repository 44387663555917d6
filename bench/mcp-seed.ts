/** Seeds a verifier for tool calls: the agent, an app with a server, a rule, the installed app. */
import { type Client, createClient } from '@assay/client';

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
  const assay = createClient({ baseUrl: verifier.url, credential: verifier.token });
  await assay.agents.create({ body: { id: agentId, name: agentId } });
  const { id: app_id } = await assay.apps.create({
    body: {
      name: `com.example/${name}`,
      type: 'mcp_server',
      version: '1.0.0',
      title: name,
      description: 'For the bench',
      category: 'other',
      remotes: [{ type: 'streamable-http', url: serverUrl }],
    },
  });
  const scope = { level: 'org', id: 'default' } as const;
  const tool = { app_id, name: '*' };
  await assay.scopedTools.create({ body: { scope, mode: 'available', reason: 'For the bench', tool } });
  const { id } = await assay.installations.create({ app_id, body: { agent_id: agentId } });
  await untilInstalled(assay, id, tools);
}

async function untilInstalled({ installations }: Client, id: string, tools: number): Promise<void> {
  const startedMs = Date.now();
  while (Date.now() - startedMs < patienceMs) {
    const { status, tools_count: count, error } = await installations.get({ id });
    if (status === 'installed' && count === tools) return;
    if (status === 'failed') throw new Error(`the app is not installed: ${JSON.stringify(error)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the app was not installed in time');
}
