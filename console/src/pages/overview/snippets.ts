/** Lines that send a first request through the gateway. They work when pasted. */

export const clients = ['curl', 'python', 'js', 'anthropic'] as const;
export type ClientName = (typeof clients)[number];

/** What stands in place of a gateway that the verifier does not know. */
const unknownGateway = 'http://127.0.0.1:8300';

/** The client that the address names; curl for anything else. */
export function toClient(text: string | undefined): ClientName {
  return clients.find((name) => name === text) ?? 'curl';
}

/**
 * @param gateway base URL, null if it is not known
 * @param needsKey true where callers sign in: the gateway then wants the key of an agent
 */
export function toSnippet(client: ClientName, gateway: string | null, needsKey: boolean): string {
  const url = (gateway ?? unknownGateway).replace(/\/+$/, '');
  return makers[client](url, needsKey ? 'API_KEY_OF_AN_AGENT' : undefined);
}

type Maker = (url: string, key: string | undefined) => string;

const makers: Readonly<Record<ClientName, Maker>> = {
  curl: (url, key) =>
    [
      `curl ${url}/v1/chat/completions \\`,
      ...(key === undefined ? [] : [`  -H 'authorization: Bearer ${key}' \\`]),
      "  -H 'content-type: application/json' \\",
      `  -d '{"model":"echo","messages":[{"role":"user","content":"Hello"}]}'`,
    ].join('\n'),
  python: (url, key = 'any') =>
    [
      '# pip install openai',
      'from openai import OpenAI',
      '',
      `client = OpenAI(base_url="${url}/v1", api_key="${key}")`,
      'answer = client.chat.completions.create(',
      '    model="echo", messages=[{"role": "user", "content": "Hello"}]',
      ')',
      'print(answer.choices[0].message.content)',
    ].join('\n'),
  js: (url, key = 'any') =>
    [
      '// npm install openai',
      "import OpenAI from 'openai';",
      '',
      `const client = new OpenAI({ baseURL: '${url}/v1', apiKey: '${key}' });`,
      "const messages = [{ role: 'user', content: 'Hello' }];",
      "const answer = await client.chat.completions.create({ model: 'echo', messages });",
      'console.log(answer.choices[0].message.content);',
    ].join('\n'),
  anthropic: (url, key = 'any') =>
    [
      '# pip install anthropic',
      'from anthropic import Anthropic',
      '',
      `client = Anthropic(base_url="${url}", api_key="${key}")`,
      'answer = client.messages.create(',
      '    model="echo", max_tokens=100, messages=[{"role": "user", "content": "Hello"}]',
      ')',
      'print(answer.content[0].text)',
    ].join('\n'),
};
