/** An auditor over HTTP that violates the contract in one chosen way. */
import { createServer, type ServerResponse } from 'node:http';

export interface HostileAuditor {
  readonly url: string;
  readonly calls: () => number;
  close(): Promise<void>;
}

export const vocabulary = {
  auditor_id: 'hostile',
  version: '1.0.0',
  vocabulary: [
    {
      name: 'injection_risk',
      type: 'score_normalized',
      description: 'Risk',
      value_schema: { type: 'number', minimum: 0, maximum: 1 },
      settings: [],
    },
  ],
  phases: ['request'],
};

/** `answer` receives each `/claims` call. */
export async function startHostileAuditor(answer: (response: ServerResponse) => void): Promise<HostileAuditor> {
  let calls = 0;
  const server = createServer((request, response) => {
    if (request.url === '/vocabulary') {
      response.end(JSON.stringify(vocabulary));
      return;
    }
    calls += 1;
    request.resume();
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    calls: () => calls,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
