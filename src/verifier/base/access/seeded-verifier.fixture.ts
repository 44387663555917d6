/**
 * A verifier with one object of each kind, made through its own API by the acts of `acts.fixture.ts`. It listens, so that tests
 * and tools can call every operation with existing ids.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { printAddCheckpoint } from '@assay/sdk/receipts';
import { madeAt } from '../../../../test/support/artefacts.ts';
import { aChainFolder, openDiskChain } from '../../../../test/support/chains.ts';
import { printReceiptId } from '../../../contract/receipt-id.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import type { Identify } from '../../../platform/http/access.ts';
import { toScene } from '../../delegation/token-exchange/exchange-token.fixture.ts';
import { joinAs } from '../../front/pages/test-visitor.ts';
import { openTestIssuer, type TestIssuer } from '../../identity/issuer/issuer.fixture.ts';
import { type Answer, aGateway, type TestVerifier } from '../../test-verifier.ts';
import { type Act, type ActContext, configurationActs, perform } from './acts.fixture.ts';
import { identityActs } from './identity-acts.fixture.ts';

export interface SeededVerifier {
  readonly issuer: TestIssuer;
  readonly context: ActContext;
  /** The answers to the last call of each act, by endpoint. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** Performs the acts that remove or end objects. */
  take(): Promise<void>;
  close(): Promise<void>;
}

export const acts = [...configurationActs, ...identityActs];
/** Calls that would remove or end an object; only the other organisation tries them. */
export const taking =
  /^DELETE |\/(?:deny|cancel|decommission|end|revoke|complete|apply|transfer|suspend|archive|reset-password)$|^POST \/v1\/agents\/:id\/stop$|^PATCH \/v1\/people/;

/** The objects of `default` that fill the parameters of a path, in order. */
const objects: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/v1\/agents\/:id/, ['agent']],
  [/^\/v1\/agents\/:agent_id/, ['agent', 'grant']],
  [/^\/v1\/environments\/:id/, ['environment']],
  [/^\/v1\/approvals\/:id/, ['approval']],
  [/^\/v1\/on-behalf-of\/tokens\/:jti/, ['delegated_token']],
  [/^\/v1\/members\/:id|^\/v1\/people\/:id/, ['member']],
  [/^\/v1\/invitations\/:id/, ['invitation']],
  [/^\/v1\/lifecycle\/policies\/:id/, ['lifecycle']],
  [/^\/v1\/access-reviews\/:id/, ['review', 'instance', 'decision']],
  [/^\/v1\/access-reviews\/instances/, ['instance', 'decision']],
  [/^\/v1\/organizations\/:id/, ['default']],
  [/^\/v1\/api-keys\/:id/, ['key']],
  [/workspaces\/:id/, ['workspace']],
  [/^\/v1\/auditors\/settings\/:id/, ['settings']],
  [/^\/v1\/auditors\/(?:schema\/)?:id/, ['auditor']],
  [/^\/v1\/policies\/:id/, ['policy']],
  [/^\/v1\/gateways\/:id/, ['gateway', 'agent']],
  [/^\/v1\/attestations\/:id/, ['attestation']],
  [/^\/v1\/evidence\/:id/, ['evidence']],
  [/^\/v1\/evidence\/traces/, ['trace']],
  [/^\/v1\/passports\/:id/, ['passport', 'passport_link']],
  [/^\/v1\/appraisal-policies\/:id/, ['appraisal']],
  [/^\/v1\/reference-values\/:id/, ['set']],
  [/^\/v1\/oauth-clients\/:id/, ['client']],
  [/^\/v1\/foreign-clients\/:id/, ['foreign_client']],
  [/^\/v1\/scoped-tools\/:id/, ['tool']],
  [/^\/v1\/scoped-credentials\/:id/, ['credential']],
  [/^\/v1\/app-catalog\/installations\/:id/, ['installation']],
  [/^\/v1\/app-catalog\/:app_id/, ['app']],
  [/^\/v1\/registry\/publishers\/:id/, ['publisher']],
  [/^\/v1\/registry\/auditors\/:id/, ['release', 'verification']],
  [/^\/v1\/registry\/models\/:id\/versions/, ['model', 'model_version', 'model_run']],
  [/^\/v1\/registry\/models\/:id/, ['model', 'alias']],
  [/^\/api\/v1\/workflows\/:id\/revisions/, ['workflow', 'workflow_revision']],
  [/^\/api\/v1\/workflows\/:id/, ['workflow', 'run', 'step']],
  [/^\/v1\/webhooks\/:id/, ['webhook', 'delivery']],
  [/^\/v1\/telemetry-exports\/:id/, ['export']],
  [/^\/v1\/receipts\/:id/, ['receipt']],
  [/^\/v1\/witness\/chains/, ['chain']],
];

/** Gives the names of the objects in `ids` that fill the parameters of a path, in order; undefined if there are none. */
export function objectsOf(path: string): readonly string[] | undefined {
  const names = objects.find(([form]) => form.test(path))?.[1];
  return names?.slice(0, path.split(':').length - 1);
}

const defaults = {
  VERIFIER_PASSPORT_RENEW_MS: '1',
  VERIFIER_CLIENT_REGISTRATION: 'token',
  // Otherwise anybody who knows the hash of a receipt may read it, from any organisation.
  VERIFIER_PUBLIC_RECEIPTS: 'false',
};

/** Opens it with all objects in organisation `default`; organisation `beta` is empty. */
export async function openSeededVerifier(
  env: Record<string, string> = {},
  identify?: Identify,
  kind = testDatabaseKind,
): Promise<SeededVerifier> {
  const options = identify === undefined ? {} : { identify };
  const issuer = await openTestIssuer(kind, { ...defaults, ...env }, options);
  const { verifier } = issuer;
  // Fixtures are signed for this time.
  verifier.clock.set(madeAt + 1000);
  const auditor = await openAuditor();
  const isRequired = env['ASSAY_AUTHENTICATION'] === 'required';
  const acting = isRequired ? withLocalPerson(verifier, await addLocalPerson(issuer)) : verifier;
  const context: ActContext = { verifier: acting, ids: new Map([['default', 'default']]), auditorUrl: auditor.url };
  const answers = new Map<string, Answer>();
  const keep = ({ endpoint }: Act, answer: Answer) => void answers.set(endpoint, answer);
  await verifier.admin('POST', '/v1/organizations', { id: 'beta' });
  for (const act of acts) {
    if (taking.test(act.endpoint)) await act.before?.(context);
    else keep(act, await perform(act, context));
  }
  await addChain(context);
  return {
    issuer,
    context,
    answers,
    async take() {
      for (const act of acts) {
        // The prerequisites were made at the start.
        const { before: _made, ...rest } = act;
        if (taking.test(act.endpoint)) keep(act, await perform(rest, context));
      }
    },
    async close() {
      await verifier.close();
      await auditor.close();
    },
  };
}

/** Gives the headers of a person who replaces the local caller, where a credential is required. */
async function addLocalPerson(issuer: TestIssuer): Promise<Record<string, string>> {
  const email = 'local@example.com';
  await joinAs(issuer.verifier, { email, role: 'operator' });
  const { people } = issuer.verifier.verifier().services;
  const person = await people.findByEmail(issuer.verifier.testDb.database().db, email);
  return { authorization: `Bearer ${await toScene(issuer).subjectToken(person?.id ?? '')}` };
}

function withLocalPerson(verifier: TestVerifier, local: Record<string, string>): TestVerifier {
  const call: TestVerifier['call'] = (method, url, headers, payload) =>
    verifier.call(method, url, { ...local, ...headers }, payload);
  return {
    ...verifier,
    call,
    get: (url, headers = {}) => call('GET', url, headers),
    post: (url, payload, headers = {}) => call('POST', url, headers, payload),
  };
}

/** A third-party auditor that reports another version at every request. */
async function openAuditor(): Promise<{ readonly url: string; close(): Promise<void> }> {
  let release = 0;
  const server = createServer((request, response) => {
    release += 1;
    const claim = { name: 'tone', type: 'boolean', description: 'x', value_schema: {}, settings: [] };
    const vocabulary = { auditor_id: 'tone', version: `1.0.${release}`, vocabulary: [claim], phases: ['request'] };
    const health = { ready: true, status: 'healthy', auditor_id: 'tone', version: `1.0.${release}` };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url === '/health' ? health : vocabulary));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Makes a chain of a gateway of `default`: its receipts, and a checkpoint that the witness has not seen. */
export async function witnessedChain({ verifier }: ActContext, chainId: string) {
  const [folder, remove] = await aChainFolder();
  const gateway = await aGateway(verifier);
  const disk = await openDiskChain(folder, gateway, chainId);
  await disk.append(1);
  const entries = await disk.entries();
  for (const { receipt, jws } of entries) {
    if (jws === undefined) await verifier.post('/v1/receipts', { receipts: [receipt] });
    else await verifier.post('/v1/evidence', { items: [{ jws, receipt }] });
  }
  const [stored] = await disk.chain.read({ fromSeq: 1, limit: 1 });
  const receiptId = printReceiptId({ chainId, seq: 1, hash: stored?.hash ?? '' });
  const checkpoint = printAddCheckpoint({
    oldSize: 0,
    proof: await disk.chain.consistency(0, disk.chain.size()),
    note: await disk.checkpoint(),
  });
  await disk.close();
  await remove();
  return { receiptId, receipts: entries.map(({ receipt }) => receipt), checkpoint };
}

async function addChain(context: ActContext): Promise<void> {
  const chainId = 'chain-1';
  const { receiptId, checkpoint: payload } = await witnessedChain(context, chainId);
  context.ids.set('receipt', receiptId);
  context.ids.set('chain', chainId);
  const { app } = context.verifier.verifier();
  await app.inject({ method: 'POST', url: '/v1/witness/add-checkpoint', payload });
}
