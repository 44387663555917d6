/** Fuzz targets for Assay's artefacts: JSON, JWS, records, exports, frames, checkpoints, and whole verdicts on them. */
import { createEd25519Key, nodeProofCrypto, toBase64Url } from '@assay/sdk/crypto';
import {
  checkpointText,
  parseAddCheckpoint,
  parseCheckpoint,
  parseExport,
  parseRecord,
  parseSignedNote,
  printAddCheckpoint,
  printSignedNote,
  ReceiptError,
  recordBytes,
} from '@assay/sdk/receipts';
import { frameBytes, isTornTail, readFrame, writeFrame } from '../../../sdk/src/receipts/frames.ts';
import {
  aDraft,
  anAttachment,
  aWitness,
  checkpointsBy,
  collect,
  openTestChain,
} from '../../../sdk/src/receipts/receipts.fixture.ts';
import { evidenceType } from '../../../src/contract/evidence.ts';
import { checkBundle } from '../../../src/proof/bundle.ts';
import { parseStrictJsonBytes } from '../../../src/proof/json.ts';
import { parseJws, parsePayload } from '../../../src/proof/jws.ts';
import { checkKeyAttestation } from '../../../src/proof/key-attestation.ts';
import { checkReceiptProof } from '../../../src/proof/receipt-proof.ts';
import { aBundle, madeAt } from '../../support/artefacts.ts';
import type { Answer } from '../check.ts';
import { artefactSubjects } from '../subjects/artefacts.ts';
import { receiptSubjects } from '../subjects/receipts.ts';
import { once } from '../subjects/subject.ts';
import { reads, type Target, type TargetGroup } from './target.ts';

const utf8 = new TextEncoder();
const toText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const crypto = nodeProofCrypto;
const limits = { maxChars: 1024 * 1024, maxDepth: 32 };

/** Assay's own formats. */
export const artefactGroups: readonly TargetGroup[] = [
  { name: 'jws', inputs: 150_000, make: jwsTargets },
  { name: 'receipts', inputs: 150_000, make: receiptTargets },
  { name: 'artefacts', inputs: 20_000, make: async () => [...(await wholeTargets()), ...(await candidateTargets())] },
];

const bundleOnce = once(() => aBundle(2));

async function jwsTargets(): Promise<Target[]> {
  const { bundle } = await bundleOnce();
  const tokens = [bundle.passport ?? '', ...bundle.evidence.map(({ jws }) => jws)].map((text) => utf8.encode(text));
  const rules = { typ: evidenceType, algs: ['EdDSA', 'ES256'] as const, maxChars: limits.maxChars };
  const read = (bytes: Uint8Array) => {
    const text = toText(bytes);
    const parsed = parseJws(text, rules);
    if (parsed.ok) parsePayload(parsed.jws, limits);
    return parsed.ok ? { text, jws: parsed.jws } : undefined;
  };
  // Printing signed input and signature must give the token: no part has a second spelling.
  const isSame = ({ text, jws }: NonNullable<ReturnType<typeof read>>) =>
    `${toText(jws.signingInput)}.${toBase64Url(jws.signature)}` === text;
  const json = [
    utf8.encode(JSON.stringify(bundle)),
    ...tokens.map((token) => Buffer.from(toText(token).split('.')[1] ?? '', 'base64url')),
  ];
  return [
    { name: 'JWS', samples: tokens, read: reads(read, { isSame }), isSync: true, weight: 2 },
    { name: 'strict JSON', samples: json, read: reads((bytes) => parseStrictJsonBytes(bytes, limits)), isSync: true },
  ];
}

async function receiptTargets(): Promise<Target[]> {
  const key = createEd25519Key();
  const witness = await aWitness();
  const chain = await openTestChain({ key });
  for (let number = 0; number < 5; number += 1) await chain.append(aDraft(number), anAttachment(number));
  const stored = await chain.read({ fromSeq: 0, limit: 9 });
  const checkpoint = (await chain.checkpoint(checkpointsBy(key)))?.text ?? '';
  const exported = await collect(chain.export());
  await chain.close();
  const records = stored.map(({ record }) => record);
  const frames = stored.map((entry) => {
    const bytes = Buffer.alloc(frameBytes(entry.record.length, entry.attachment?.length ?? 0));
    writeFrame(bytes, 0, entry);
    return bytes;
  });
  const notes = [checkpoint, await witness.cosign(checkpoint)].map((text) => utf8.encode(text));
  const proof = [new Uint8Array(32), new Uint8Array(32).fill(7)];
  const request = utf8.encode(printAddCheckpoint({ oldSize: 3, proof, note: checkpoint }));
  const equal = (left: string, right: Uint8Array) => left === toText(right);
  return [
    {
      name: 'record',
      samples: records,
      read: reads(parseRecord, { isSame: (record, bytes) => Buffer.compare(recordBytes(record), bytes) === 0 }),
      isSync: true,
      weight: 2,
    },
    { name: 'frame', samples: frames, read: readFrameStrictly, isSync: true, weight: 2 },
    {
      name: 'signed note',
      samples: notes,
      read: reads((bytes) => parseSignedNote(toText(bytes)), {
        isSame: (note, bytes) => equal(printSignedNote(note), bytes),
      }),
      isSync: true,
    },
    {
      name: 'checkpoint',
      samples: notes,
      read: reads((bytes) => parseCheckpoint(toText(bytes)), {
        isSame: (read) => checkpointText(read) === read.note.text,
      }),
      isSync: true,
    },
    {
      name: 'add-checkpoint',
      samples: [request],
      read: reads((bytes) => parseAddCheckpoint(toText(bytes)), {
        isSame: (read, bytes) => equal(printAddCheckpoint(read), bytes),
      }),
      isSync: true,
    },
    { name: 'export', samples: [exported], read: readExport, isSync: false, weight: 0.5 },
  ];
}

/** A frame must be written back to the same bytes; other bytes are safely told from a torn end. */
function readFrameStrictly(bytes: Uint8Array): Answer {
  const buffer = Buffer.from(bytes);
  const frame = readFrame(buffer, 0);
  if (typeof frame === 'string') {
    isTornTail(buffer, frame);
    return 'held';
  }
  const again = Buffer.alloc(frame.end);
  writeFrame(again, 0, frame.entry);
  return again.equals(buffer.subarray(0, frame.end)) ? 'held' : 'wrong';
}

async function readExport(bytes: Uint8Array): Promise<Answer> {
  try {
    const { entries } = await parseExport([bytes]);
    for await (const entry of entries) parseRecord(entry.record);
  } catch (error) {
    if (!(error instanceof ReceiptError)) throw error;
  }
  return 'held';
}

/** Fuzzes every flipped subject too, under the same judge. */
async function wholeTargets(): Promise<Target[]> {
  const sources = [await artefactSubjects(), await receiptSubjects()];
  return sources.flatMap(({ subjects }) =>
    subjects.map((subject): Target => {
      const sound = Buffer.from(subject.bytes);
      const read = async (bytes: Uint8Array) => (sound.equals(bytes) ? 'held' : subject.judge(bytes));
      return { name: `verdict on ${subject.name}`, samples: [subject.bytes], read, isSync: false };
    }),
  );
}

/** JSON values of any shape in place of an artefact: refused or not, but never an exception. */
async function candidateTargets(): Promise<Target[]> {
  const { bundle } = await bundleOnce();
  const check = { now: madeAt, crypto, attestations: [], witnesses: [] };
  const samples = [bundle, ...bundle.key_attestations].map((value) => utf8.encode(JSON.stringify(value)));
  const read = async (bytes: Uint8Array): Promise<Answer> => {
    const json = parseStrictJsonBytes(bytes, limits);
    if (!json.ok) return 'held';
    await checkBundle(json.value, check);
    await checkKeyAttestation(json.value, check);
    await checkReceiptProof(json.value, check);
    return 'held';
  };
  return [{ name: 'any JSON as an artefact', samples, read, isSync: false, weight: 2 }];
}
