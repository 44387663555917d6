/**
 * Operations that write their answers themselves, each with the reason. Every other operation returns its view, and the
 * rest follows from its declaration. A service that adds an operation by hand without a reason here does not start.
 */
import { rawVerifierOperations } from './raw-verifier-operations.ts';

/** Declared operations, by id, with the reason. */
export const rawOperations: Readonly<Record<string, string>> = {
  ...rawVerifierOperations,
  'chat.createCompletion': 'Proxied: the exact bytes are hashed, judged and forwarded; answers may be streams',
  'completions.create': 'Proxied: the exact bytes are hashed, judged and forwarded; answers may be streams',
  'responses.create': 'Proxied: the exact bytes are hashed, judged and forwarded; answers may be streams',
  'responses.get': 'Proxied: the answer of the model server is judged, and sent as it was judged',
  'responses.delete': 'Proxied: the answer of the model server is judged, and sent as it was judged',
  'responses.cancel': 'Proxied: the answer of the model server is judged, and sent as it was judged',
  'responses.listInputItems': 'Proxied: the answer of the model server is judged, and sent as it was judged',
  'messages.create': 'Proxied: the exact bytes are hashed, judged and forwarded; answers may be streams',
  'embeddings.create': 'Proxied: the exact bytes are hashed, judged and forwarded',
  'providerModels.list': 'Proxied: the list of the model server without the models that may not be called',
  'evaluations.create': 'The exact bytes of the body are hashed into the Evidence',
  'receipts.watchVerification': 'A stream of JSON lines while the chain is read',
  'receipts.export': 'A stream of JSON lines of any length',
  'receipts.import': 'An upload of JSON lines of up to 1 GiB',
  'a2a.send': 'JSON-RPC, answered with JSON or a stream',
  'agentA2a.send': 'JSON-RPC, answered with JSON or a stream',
  'mcp.send': 'JSON-RPC, answered with JSON or a stream',
  'mcp.sendToServer': 'JSON-RPC, answered with JSON or a stream',
  'agentMcp.send': 'JSON-RPC, answered with JSON or a stream',
  'agentMcp.sendToServer': 'JSON-RPC, answered with JSON or a stream',
  'auditor.createClaims': 'The SDK serves it: it imports nothing of this repository',
  'auditor.getHealth': 'The SDK serves it',
  'auditor.getVocabulary': 'The SDK serves it',
  'auditor.getOpenapi': 'The SDK serves it',
  'auditor.getMetrics': 'The SDK serves it, in the text format of Prometheus',
  'auditor.sendMcp': 'The SDK serves it: JSON-RPC, answered with JSON or a stream',
  'auditor.getMcpMetadata': 'The SDK serves it',
};

/** Routes that no operation declares and no OpenAPI document names, with the reason. */
export const undeclaredRoutes: Readonly<Record<string, string>> = {
  'GET /': 'A small page for browsers that says what this is; other clients get 404',
  'GET /metrics': 'The text format of Prometheus, for the operator',
  'GET /openapi.json': 'The document itself',
  'ALL /v1/*': 'The gateway tells of unknown paths in the error shape that the caller expects',
  'GET /.well-known/oauth-protected-resource/*': 'The same metadata below the path of each MCP resource (RFC 9728)',
  'GET /a2a/:alias/.well-known/agent-card.json': 'The card of an agent, at the path that A2A has for it',
  'POST /a2a-callbacks/:callback_id':
    'What an A2A agent pushes, with the token that it was given for one task; the form is that of its protocol version',
  'OPTIONS *': 'Preflights of browsers (CORS)',
  'GET, DELETE /mcp': 'Always 405 at the MCP gateway: it keeps no sessions',
};
