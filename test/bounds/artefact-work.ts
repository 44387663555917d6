/** Foreign signed artefacts, configuration files, messages and headers, of any size. */
import { createEd25519Key, nodeProofCrypto as crypto } from '@assay/sdk/crypto';
import { appendMany, collect, openTestChain } from '../../sdk/src/receipts/receipts.fixture.ts';
import { aWorkspace } from '../../src/configuration/files/documents.fixture.ts';
import { parseFiles } from '../../src/configuration/files/parse-files.ts';
import { printDocuments } from '../../src/configuration/files/print-documents.ts';
import { classify } from '../../src/mcp-gateway/protocol/classify.ts';
import { parseMediaType } from '../../src/platform/http/media-type.ts';
import { holdsRepeatedMember } from '../../src/platform/http/repeated-members.ts';
import { checkBundle } from '../../src/proof/bundle.ts';
import { checkEvidence } from '../../src/proof/evidence.ts';
import { parseJws } from '../../src/proof/jws.ts';
import { checkKeyAttestation } from '../../src/proof/key-attestation.ts';
import { checkReceiptsExport } from '../../src/proof/receipts-export.ts';
import { readCbor } from '../../src/proof/reports/nitro/cbor.ts';
import type { StoredAttestation } from '../../src/verifier/attestation/attestations/service.ts';
import { checkItem } from '../../src/verifier/attestation/evidence/check-item.ts';
import { createKeyRing } from '../../src/verifier/attestation/evidence/key-ring.ts';
import {
  anAgent,
  anInput,
  anOutput,
  edgesOf,
  problemsOf,
} from '../../src/verifier/composition/workflows/graph/graph.fixture.ts';
import {
  aBundle,
  aChain,
  aKeyAttestation,
  anEvidence,
  attestationHash,
  madeAt,
  signEvidence,
  toReceiptProof,
} from '../support/artefacts.ts';
import type { GrowingWork } from './growing-work.ts';

const list = <Item>(size: number, toItem: (at: number) => Item): Item[] =>
  Array.from({ length: size }, (_, at) => toItem(at));
const members = (size: number, toValue: (at: number) => unknown): Record<string, unknown> =>
  Object.fromEntries(list(size, (at) => [`member ${at}`, toValue(at)]));

const key = createEd25519Key();
const attestation = aKeyAttestation(key);
const hash = attestationHash(attestation);
const evidenceKey = { jwk: key.jwk, keyAttestationHashes: [hash] };

function manyClaims(size: number) {
  const claims = list(size, (at) => ({ name: `claim_${at}`, type: 'boolean', value: true }) as const);
  const { auditors, phases, ...rest } = anEvidence(hash, { claims });
  const [first, second] = [list(size - 1, (at) => at), [size - 1]];
  return {
    ...rest,
    auditors: auditors.map((run, at) => ({ ...run, claims: at === 0 ? first : second })),
    phases: phases.map((phase, at) => ({ ...phase, claims: at === 0 ? first : second })),
  };
}

const signedWork: GrowingWork[] = [
  {
    name: 'the signature and the rules of Evidence with claims',
    prepare(size) {
      const jws = signEvidence(key, manyClaims(size));
      return () => checkEvidence(jws, { keys: () => evidenceKey, now: madeAt, crypto });
    },
  },
  {
    name: 'Evidence that arrives at the verifier, each with its receipt',
    prepare(size) {
      const tokens = list(size / 4, () => signEvidence(key, anEvidence(hash)));
      const proofs = aChain(key, hash, tokens).slice(1);
      const items = proofs.map((record, at) => ({ jws: tokens[at], receipt: toReceiptProof(key, record) }));
      const stored: StoredAttestation = {
        attestationId: 'att_1',
        kid: key.kid,
        hash,
        kind: 'software',
        freshness: 'none',
        createdAt: madeAt,
        notes: [],
        document: attestation,
        hardware: null,
        revokedAt: null,
      };
      const keys = createKeyRing({ findByKids: async () => [stored], clock: { now: () => madeAt } });
      return async () => {
        for (const item of items) {
          const checked = await checkItem(item, { orgId: 'default', now: madeAt, keys });
          if (!checked.ok) throw new Error(checked.message);
        }
      };
    },
  },
  {
    name: 'the parts of a JWS',
    prepare: (size) => over('.a'.repeat(size * 20), (text) => parseJws(text, jwsRules)),
  },
  {
    name: 'the bundle of a passport with Evidence',
    async prepare(size) {
      const { bundle } = await aBundle(size / 4);
      return () => checkBundle(bundle, { now: madeAt, crypto });
    },
  },
  {
    name: 'a key attestation with a long report',
    prepare(size) {
      const long = aKeyAttestation(key, { report: { extra: 'x'.repeat(size) } });
      return () => checkKeyAttestation(long, { now: madeAt, crypto });
    },
  },
  {
    name: 'a key attestation with certificates',
    prepare(size) {
      const many = { ...attestation, endorsements: { certs: list(size, () => 'AAAA') } };
      return () => checkKeyAttestation(many, { now: madeAt, crypto });
    },
  },
  {
    name: 'CBOR of a report: maps in lists',
    prepare(size) {
      const map = Buffer.from([0xa1, 0x01, 0x02]);
      const head = size < 256 ? Buffer.from([0x98, size]) : Buffer.from([0x99, size >> 8, size & 0xff]);
      const bytes = Buffer.concat([head, ...list(size, () => map)]);
      return () => readCbor(bytes, { maxDepth: 8, maxItems: 1e6 });
    },
  },
  {
    name: 'an export of receipts, its signatures included',
    async prepare(size) {
      const chain = await openTestChain();
      await appendMany(chain, size / 2);
      const bytes = await collect(chain.export());
      return () => checkReceiptsExport(() => [bytes], { attestations: [], now: Date.now(), crypto });
    },
  },
];
const jwsRules = { typ: 'x', algs: ['EdDSA'], maxChars: 1e6 } as const;

const yaml: Readonly<Record<string, (size: number) => string>> = {
  workspaces: (size) =>
    printDocuments(
      list(size / 4, (at) => aWorkspace(`w${at}`)),
      'yaml',
    ),
  'workspaces of one name': (size) =>
    printDocuments(
      list(size / 4, () => aWorkspace('same')),
      'yaml',
    ),
  'unknown members': (size) => list(size, (at) => `member${at}: ${at}\n`).join(''),
  'members that repeat': (size) => 'same: 1\n'.repeat(size),
  aliases: (size) => `a: &x 1\nb: [${list(size, () => '*x').join()}]`,
  'folded lines': (size) => `a: >\n${'  some text\n'.repeat(size)}`,
};
const yamlWork: GrowingWork[] = Object.entries(yaml).map(([shape, make]) => ({
  name: `files of configuration: ${shape}`,
  prepare: (size) => over(make(size), (text) => parseFiles([{ name: 'f', text }])),
}));

const mediaTypes: Readonly<Record<string, (size: number) => string>> = {
  parameters: (size) => `a/b${';charset=utf-8'.repeat(size)}`,
  'spaces in a value': (size) => `a/b;charset=a${' '.repeat(size * 4)}b`,
  'signs of equality': (size) => `a/b;charset${'='.repeat(size * 4)}`,
  'spaces before a name': (size) => `a/b;${' '.repeat(size * 4)}x`,
};
const headerWork: GrowingWork[] = Object.entries(mediaTypes).map(([shape, make]) => ({
  name: `a content-type with ${shape}`,
  prepare: (size) => over(make(size), parseMediaType),
}));

const mcpRequest = (params: object) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
const messageWork: GrowingWork[] = [
  {
    name: 'a message to the MCP gateway with arguments',
    prepare: (size) =>
      over(mcpRequest({ name: 'f', arguments: members(size, (at) => `text ${at}`) }), (body) => classify({}, body)),
  },
  {
    name: 'members of a body that may repeat',
    prepare(size) {
      const value = members(size, (at) => [{ at }]);
      return over(JSON.stringify(value), (text) => holdsRepeatedMember(text, value));
    },
  },
  {
    name: 'the graph of a workflow with steps in a row',
    prepare(size) {
      const steps = list(size / 4, (at) => anAgent(`n${at}`));
      const names = ['in', ...steps.map(({ id }) => id), 'out'];
      const edges = edgesOf(...names.slice(1).map((name, at) => `${names[at]}>${name}`));
      return () => problemsOf([anInput, ...steps, anOutput], edges);
    },
  },
];

function over<Input>(input: Input, work: (input: Input) => unknown): () => unknown {
  return () => work(input);
}

/** Inputs of verifier, tool gateways, command line and browser. */
export const artefactWork: readonly GrowingWork[] = [...signedWork, ...yamlWork, ...headerWork, ...messageWork];
