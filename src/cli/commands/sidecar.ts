/** `assay sidecar`: a local process that holds the credential of an agent for its application. */
import { once } from 'node:events';
import { isRecord } from '@assay/sdk/contract';
import { type Command, exitCodes } from '../command.ts';
import { clientOptions } from '../login/client-options.ts';
import { parseOptions, parseWholeNumber, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  agent: { type: 'string', value: 'ID', description: 'The agent whose application calls' },
  ...clientOptions,
  port: { type: 'string', value: 'PORT', description: 'Port on loopback; 8110 if absent, 0 for a free one' },
  ...serviceOption('verifier'),
  ...serviceOption('gateway'),
  ...serviceOption('mcp-gateway'),
} as const;

export const sidecar: Command = {
  name: 'sidecar',
  summary: 'Hold the credential of an agent, and make the calls of its application with it',
  usage: [
    'sidecar --agent ID --client-id ID (--client-secret-file FILE | --client-secret-env NAME | --key-file FILE) [--port PORT]',
  ],
  options,
  details: [
    'The application calls http://127.0.0.1:8110/v1/… for models and /mcp for tools, without a credential. The sidecar removes the credentials that it sends, adds an access token of the agent, and asks for another one before it ends. The application never sees the secret.',
    'GET /token?for=models (or tools) gives the application a token, valid for minutes. With the header x-assay-subject-token: <access token of a person> the sidecar exchanges it, and the call is made for that person, as far as they consented.',
    'It listens on loopback and answers no browser. Every process of this machine can use it: run it where only the application is.',
    'Exit code 3: the first token was refused, or the verifier does not answer.',
    'assay sidecar --agent billing --client-id oc_… --client-secret-file secret.txt',
  ],
  stopsItself: true,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const agentId = args.text('agent');
    if (agentId === undefined) throw new UsageError('--agent ID is missing.');
    const port = parseWholeNumber('port', args.text('port') ?? '8110', [0, 65_535]);
    const { openIssuerAs } = await import('../login/machine-client.ts');
    const { serviceUrl } = await import('../service.ts');
    const { createSidecarTokens } = await import('../sidecar/tokens.ts');
    const { createSidecar } = await import('../sidecar/proxy.ts');
    const services = { models: serviceUrl('gateway', io.env, args), tools: serviceUrl('mcp-gateway', io.env, args) };
    const issuer = await openIssuerAs(io, args);
    const tokens = createSidecarTokens({
      issuer,
      clock: io.clock,
      resources: { models: `${issuer.issuer}/gateway`, tools: `${services.tools}/mcp` },
      async identify(token) {
        const answer = await fetch(`${issuer.issuer}/v1/agents/${encodeURIComponent(agentId)}/identity-document`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ audience: issuer.issuer }),
          redirect: 'error',
          signal: AbortSignal.timeout(20_000),
        });
        const document: unknown = await answer.json();
        const svid = isRecord(document) ? document['svid'] : undefined;
        if (answer.ok && typeof svid === 'string') return svid;
        throw new Error(`the verifier gives no identity document (status ${answer.status})`);
      },
    });
    // A wrong credential is told now, not at the first call. `agents:act` is what every injection method may ask for.
    await issuer.grant('agents:act');
    const server = createSidecar({
      agentId,
      tokens,
      services,
      onError: (message) => void io.stderr.write(`${message}\n`),
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const bound = typeof address === 'object' && address !== null ? address.port : port;
    io.stdout.write(
      `Sidecar of agent ${agentId}: http://127.0.0.1:${bound} (models /v1, tools /mcp). Ctrl-C ends it.\n`,
    );
    if (io.signal?.aborted !== true)
      await new Promise<void>((resolve) => io.signal?.addEventListener('abort', () => resolve(), { once: true }));
    server.close();
    server.closeAllConnections();
    return exitCodes.ok;
  },
};
