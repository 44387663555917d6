/** Official clients that assemble a stream: the installed ones, and older ones from a folder. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface AssemblingClient {
  readonly name: string;
  /** The parts that the client reads from a stream's text, up to the one at which it throws. */
  read(text: string): Promise<readonly unknown[]>;
  /** The helper's result for a stream that it accepts. */
  assemble(text: string): Promise<unknown>;
}

interface Assembling {
  on(event: string, listener: (part: unknown, snapshot: unknown) => void): unknown;
  done(): Promise<void>;
  /** Only of responses, whose helper has no snapshots. */
  finalResponse?(): Promise<unknown>;
}
interface Calls {
  create(call: object): Promise<AsyncIterable<unknown>>;
  stream?(call: object): Assembling;
}
interface Client {
  readonly chat?: { readonly completions: Calls };
  readonly messages?: Calls;
  readonly completions?: Calls;
  readonly responses?: Calls;
  readonly beta?: { readonly chat?: { readonly completions: Calls } };
}

/** The folder has older clients under these names, as `.ci/run` installs them. */
function older(folder: string | undefined, names: readonly string[]): readonly (readonly [string, string])[] {
  if (folder === undefined) return [];
  return names.map((name) => [name, pathToFileURL(join(folder, 'node_modules', name, 'index.mjs')).href]);
}

export async function loadChatClients(folder: string | undefined): Promise<readonly AssemblingClient[]> {
  const list = [['openai', 'openai'], ...older(folder, ['openai-4', 'openai-5'])];
  return loadClients(list, 'chunk', ({ chat, beta }) => [chat?.completions, beta?.chat?.completions]);
}

export async function loadMessageClients(folder: string | undefined): Promise<readonly AssemblingClient[]> {
  const list = [
    ['anthropic', '@anthropic-ai/sdk'],
    ...older(folder, ['anthropic-0.20', 'anthropic-0.39', 'anthropic-0.60']),
  ];
  return loadClients(list, 'streamEvent', ({ messages }) => [messages]);
}

export async function loadResponseClients(folder: string | undefined): Promise<readonly AssemblingClient[]> {
  const list = [['openai', 'openai'], ...older(folder, ['openai-5'])];
  return loadClients(list, 'event', ({ responses }) => [responses]);
}

/** They have no helper: a reader of the chunks joins the texts of each choice. */
export async function loadCompletionClients(folder: string | undefined): Promise<readonly AssemblingClient[]> {
  const list = [['openai', 'openai'], ...older(folder, ['openai-4', 'openai-5'])];
  const clients = await loadClients(list, 'chunk', ({ completions }) => [completions]);
  return clients.map((client) => ({
    ...client,
    assemble: async (text) => ({ choices: joinChoices(await client.read(text)) }),
  }));
}

function joinChoices(chunks: readonly unknown[]): unknown {
  const joined = new Map<unknown, { index: unknown; text: string; finish_reason: unknown }>();
  for (const chunk of chunks) {
    const choices: unknown = Reflect.get(Object(chunk), 'choices');
    for (const choice of Array.isArray(choices) ? choices : []) {
      const before = joined.get(choice.index) ?? { index: choice.index, text: '', finish_reason: null };
      const finish = choice.finish_reason ?? before.finish_reason;
      joined.set(choice.index, { ...before, text: before.text + (choice.text ?? ''), finish_reason: finish });
    }
  }
  return [...joined.values()];
}

async function loadClients(
  list: readonly (readonly string[])[],
  event: string,
  callsOf: (client: Client) => readonly (Calls | undefined)[],
): Promise<readonly AssemblingClient[]> {
  const clients: AssemblingClient[] = [];
  for (const [name = '', specifier = ''] of list) {
    const loaded: { default: new (options: object) => Client } = await import(specifier);
    const open = (text: string) => {
      const fetch = async () => new Response(text, { headers: { 'content-type': 'text/event-stream' } });
      return callsOf(new loaded.default({ apiKey: 'test', maxRetries: 0, fetch, logLevel: 'off' }));
    };
    clients.push({
      name,
      async read(text) {
        const parts: unknown[] = [];
        try {
          const stream = await open(text)[0]?.create({ ...call, stream: true });
          for await (const part of stream ?? []) parts.push(part);
        } catch (error) {
          // The parts before the error count too.
          parts.push({ threw: String(error) });
        }
        return parts;
      },
      async assemble(text) {
        const stream = open(text)
          .find((calls) => calls?.stream !== undefined)
          ?.stream?.(call);
        if (stream === undefined) throw new Error(`${name} streams nothing`);
        if (stream.finalResponse !== undefined) return stream.finalResponse();
        let answer: unknown;
        stream.on(event, (_part, snapshot) => {
          answer = snapshot;
        });
        await stream.done();
        return answer;
      },
    });
  }
  return clients;
}

const call = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'x' }], prompt: 'x', input: 'x' };
