/** Operations of the verifier that write their answers themselves, with the reason. */
import type { VerifierOperationId } from './verifier.ts';

const secretOnce = 'A secret is shown once: a repeat under the same Idempotency-Key does not show it again';
const beforeTransaction = 'Another server is called, or a secret is sealed, before the transaction that a repeat finds';
const unknownFirst = 'An unknown record is 404 before a bad cursor is 400';
const longPoll = 'Long poll with 304, in another media type';
const publicCache = 'The answer may be cached by anybody, so it has caching headers of its own';
const mediaTypes = 'The media type of the answer follows from Accept';

export const rawVerifierOperations: Readonly<Partial<Record<VerifierOperationId, string>>> = {
  'agentTools.get': 'The ETag is the hash of the exact text; answers 304',
  'agents.create': secretOnce,
  'agents.history': unknownFirst,
  'agents.rotateCredentials': secretOnce,
  'agents.watchConsole': 'A stream of events',
  'agents.watchLogs': 'A stream of events',
  'apiKeys.create': secretOnce,
  'apiKeys.rotate': secretOnce,
  'apps.create': 'Answers 200 or 201 by what it found, which the view does not say',
  'apps.createVersion': 'Answers 200 or 201 by what it found, which the view does not say',
  'attestations.register': 'Answers 200 or 201 by what it found, which the view does not say',
  'attestations.revoke': 'The key is forgotten in memory after the transaction',
  'auditLogs.export': 'A stream of JSON lines of any length',
  'auditors.create': beforeTransaction,
  'declarativeFiles.apply': 'A trial run is not remembered under Idempotency-Key',
  'delegations.list': unknownFirst,
  'delegations.listPending': unknownFirst,
  'evidence.exportBundle': mediaTypes,
  'foreignClients.create': beforeTransaction,
  'foreignClients.getDocument': publicCache,
  'gateways.escalate': 'Refusals must not be cached either',
  'gateways.findOutsideSubject': 'Its group is made before the rest of the API',
  'gateways.getBundle': longPoll,
  'gateways.getStanding': longPoll,
  'installations.listOfAgent': unknownFirst,
  'installations.reportTools': 'Takes larger bodies than other operations',
  'installations.retry': 'Refusals must not be cached either',
  'invitations.create': secretOnce,
  'keys.list': publicCache,
  'mcp.send': 'JSON-RPC, answered with JSON or a stream',
  'models.uploadFile': 'An upload of bytes',
  'passports.exportBundle': mediaTypes,
  'passports.get': mediaTypes,
  'passports.getPublic': mediaTypes,
  'passports.getPublicStatus': 'Strangers of other sites may read it, within a rate',
  'passports.getStatus': 'Refusals must not be cached either',
  'passports.readLinked': 'Strangers of other sites may read it, within a rate',
  'people.resetPassword': secretOnce,
  'presets.apply': 'A trial run is not remembered under Idempotency-Key, and a wrong body has an answer of its own',
  'presets.applyAlias':
    'A trial run is not remembered under Idempotency-Key, and a wrong body has an answer of its own',
  'registeredAuditors.verify': 'The work starts after the transaction, for a repeat too',
  'scopedCredentials.create': beforeTransaction,
  'scopedCredentials.inject': 'Refusals must not be cached either',
  'scopedCredentials.refresh': 'Refusals must not be cached either',
  'scopedCredentials.rotate': beforeTransaction,
  'scopedTools.history': unknownFirst,
  'scopedTools.listEffective': unknownFirst,
  'spiffe.getBundle': publicCache,
  'telemetryExports.create': beforeTransaction,
  'tokens.exchange': 'OAuth bodies and errors (RFC 6749, RFC 8693)',
  'vault.rotate': beforeTransaction,
  'webhooks.create': beforeTransaction,
  'webhooks.rotateSecret': beforeTransaction,
  'witness.addCheckpoint': 'Plain text (C2SP tlog-witness)',
  'witness.listKeys': 'Plain text',
};
