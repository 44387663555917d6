import { createPublicKey, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256, sha256Hex } from '../crypto/hash.ts';
import { nodeProofCrypto as crypto } from '../crypto/node-proof-crypto.ts';
import { createEd25519Key } from '../crypto/signing-key.ts';
import {
  type Checkpoint,
  chainOfOrigin,
  chainOrigin,
  checkpointText,
  findCosignatures,
  isSignedByEpoch,
  parseCheckpoint,
} from './checkpoint.ts';
import { cosign, signCheckpoint } from './sign-note.ts';
import {
  checkNoteSignature,
  cosignedMessage,
  parseSignatureLine,
  parseSignedNote,
  parseVerifierKey,
  printSignatureLine,
  printSignedNote,
  printVerifierKey,
  toNoteKey,
} from './signed-note.ts';

const key = createEd25519Key();
const aCheckpoint = (change: Partial<Checkpoint> = {}): Checkpoint => ({
  chainId: 'chain-1',
  size: 7,
  root: sha256('root'),
  head: sha256Hex('head'),
  ...change,
});

async function aWitness(name = 'witness.example/w1') {
  const signer = createEd25519Key();
  const noteKey = await toNoteKey({ name, kind: 'cosignature', jwk: signer.jwk }, crypto);
  return { ...noteKey, sign: signer.sign };
}

describe('a signed note', () => {
  // The example of the Go checksum database, made by another implementation.
  const published = {
    key: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    note:
      'If you think cryptography is the answer to your problem,\n' +
      "then you don't know what your problem is.\n\n" +
      '\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
  };

  it('of another implementation verifies, and prints back to the same text', async () => {
    const note = parseSignedNote(published.note);
    const peter = await parseVerifierKey(published.key, crypto);
    if (note === undefined || peter === undefined) throw new Error('not read');
    expect(await checkNoteSignature(note, peter, crypto)).toEqual({ timeS: 0 });
    expect(printSignedNote(note)).toBe(published.note);
    expect(printVerifierKey(peter)).toBe(published.key);
    const changed = { ...note, text: note.text.replace('answer', 'Answer') };
    expect(await checkNoteSignature(changed, peter, crypto)).toBe('bad');
  });

  it('verifies for a key only under its name and id, and is invalid with one bad line of that key', async () => {
    const note = parseSignedNote(await signCheckpoint(key, aCheckpoint()));
    if (note === undefined) throw new Error('not read');
    const known = await toNoteKey({ name: chainOrigin('chain-1'), kind: 'note', jwk: key.jwk }, crypto);
    expect(await checkNoteSignature(note, known, crypto)).toEqual({ timeS: 0 });
    expect(await checkNoteSignature(note, { ...known, name: 'another' }, crypto)).toBe('absent');
    expect(await checkNoteSignature(note, { ...known, keyId: '00000000' }, crypto)).toBe('absent');
    const [line] = note.signatures;
    if (line === undefined) throw new Error('no signature');
    const bad = { ...line, signature: line.signature.map((byte) => byte ^ 1) };
    const spoilt = { ...note, signatures: [line, bad] };
    expect(await checkNoteSignature(spoilt, known, crypto)).toBe('bad');
  });

  it.each([
    ['no newline at the end', (note: string) => note.slice(0, -1)],
    ['no blank line', (note: string) => note.replace('\n\n', '\n')],
    ['no signature', (note: string) => note.slice(0, note.indexOf('\n\n') + 2)],
    ['a hyphen for the dash', (note: string) => note.replace('\u2014', '-')],
    ['a control character', (note: string) => note.replace('head', 'head\t')],
    ['a carriage return', (note: string) => note.replaceAll('\n', '\r\n')],
    ['base64 that is padded wrongly', (note: string) => note.replace(/=\n$/, '\n')],
    ['base64 with set trailing bits', (note: string) => note.replace(/.=\n$/, 'B=\n')],
    ['a name with a plus', (note: string) => note.replace('\u2014 assay', '\u2014 +assay')],
    ['a lone surrogate', (note: string) => note.replace('head', '\ud800')],
    ['too many lines', (note: string) => note + note.slice(note.indexOf('\u2014')).repeat(64)],
  ])('with %s is invalid', async (_name, change) => {
    const note = await signCheckpoint(key, aCheckpoint());
    expect(parseSignedNote(note)).toBeDefined();
    expect(change(note)).not.toBe(note);
    expect(parseSignedNote(change(note))).toBeUndefined();
  });

  it('is parsed from any text without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        parseSignedNote(text);
        parseSignatureLine(text);
        parseCheckpoint(`${text}\n\n\u2014 a ${text}\n`);
      }),
    );
  });
});

describe('a checkpoint', () => {
  it("reads back as printed, and verifies only under the epoch's key", async () => {
    const text = await signCheckpoint(key, aCheckpoint());
    const read = parseCheckpoint(text);
    if (read === undefined) throw new Error('not read');
    expect(read).toMatchObject(aCheckpoint());
    expect(await isSignedByEpoch(read, key.jwk, crypto)).toBe(true);
    expect(await isSignedByEpoch(read, createEd25519Key().jwk, crypto)).toBe(false);
  });

  it('has a signature that node:crypto verifies over its text, under the key id of the format', async () => {
    const read = parseCheckpoint(await signCheckpoint(key, aCheckpoint()));
    const [line] = read?.note.signatures ?? [];
    const publicKey = createPublicKey({ key: { ...key.jwk }, format: 'jwk' });
    const text = checkpointText(aCheckpoint());
    expect(verify(null, Buffer.from(text), publicKey, line?.signature ?? Buffer.alloc(0))).toBe(true);
    const preimage = Buffer.concat([
      Buffer.from(`${chainOrigin('chain-1')}\n\u0001`),
      Buffer.from(key.jwk.x, 'base64url'),
    ]);
    expect(line?.keyId).toBe(sha256Hex(preimage).slice(0, 8));
    expect(text).toBe(
      `assay.dev/chain/chain-1\n7\n${Buffer.from(sha256('root')).toString('base64')}\nhead ${sha256Hex('head')}\n`,
    );
  });

  it('is unsigned after any change of its text', async () => {
    const text = await signCheckpoint(key, aCheckpoint());
    const end = text.indexOf('\n\n') + 1;
    for (let at = 0; at < end; at++) {
      const changed = `${text.slice(0, at)}${String.fromCharCode(text.charCodeAt(at) ^ 1)}${text.slice(at + 1)}`;
      const read = parseCheckpoint(changed);
      expect(read !== undefined && (await isSignedByEpoch(read, key.jwk, crypto))).toBe(false);
    }
  });

  it.each([
    ['size 0', '0'],
    ['a leading zero', '07'],
    ['a sign', '+7'],
    ['a fraction', '7.0'],
    ['more than 2^53', '9007199254740993'],
  ])('with %s is invalid', (_name, size) => {
    const text = checkpointText(aCheckpoint()).replace('\n7\n', `\n${size}\n`);
    expect(parseCheckpoint(printSignedNote({ text, signatures: [aLine()] }))).toBeUndefined();
  });

  it.each([
    ['a second extension line', (text: string) => `${text}more\n`],
    ['no head', (text: string) => text.replace(/head .*\n/, '')],
    ['a head in capitals', (text: string) => text.replace(/head .*/, (line) => `head ${line.slice(5).toUpperCase()}`)],
    ['a short root', (text: string) => text.replace(/\n7\n.*\n/, '\n7\nAAAA\n')],
    ['another origin', (text: string) => text.replace('assay.dev', 'example.com')],
    ['an origin spelt otherwise', (text: string) => text.replace('chain-1', 'chain%2D1')],
    ['an origin without a chain', (text: string) => text.replace('/chain-1', '/')],
    ['an origin that does not decode', (text: string) => text.replace('chain-1', '%ff')],
  ])('with %s is invalid', (_name, change) => {
    const text = change(checkpointText(aCheckpoint()));
    expect(text).not.toBe(checkpointText(aCheckpoint()));
    expect(parseCheckpoint(printSignedNote({ text, signatures: [aLine()] }))).toBeUndefined();
  });

  it('encodes any chain name reversibly, without a space or a plus', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (chainId) => {
        fc.pre(chainId.isWellFormed());
        expect(chainOfOrigin(chainOrigin(chainId))).toBe(chainId);
        expect(chainOrigin(chainId)).not.toMatch(/[\s+]/u);
      }),
    );
  });
});

describe('a cosignature', () => {
  it('states when a trusted witness saw the checkpoint, and covers the whole text', async () => {
    const witness = await aWitness();
    const read = parseCheckpoint(await signCheckpoint(key, aCheckpoint()));
    if (read === undefined) throw new Error('not read');
    const line = await cosign(witness, read.note.text, 1_767_225_600);
    const cosigned = { ...read, note: { ...read.note, signatures: [...read.note.signatures, line] } };
    expect(await findCosignatures(cosigned, [witness], crypto)).toEqual([
      { name: 'witness.example/w1', timeS: 1_767_225_600 },
    ]);
    expect(await findCosignatures(cosigned, [await aWitness()], crypto)).toEqual([]);
    expect(await findCosignatures(read, [witness], crypto)).toEqual([]);
    expect(line.signature).toHaveLength(72);
    const publicKey = createPublicKey({ key: { ...witness.jwk }, format: 'jwk' });
    const message = Buffer.from(`cosignature/v1\ntime 1767225600\n${checkpointText(aCheckpoint())}`);
    expect(verify(null, message, publicKey, line.signature.subarray(8))).toBe(true);
    expect(Buffer.from(cosignedMessage(read.note.text, 1_767_225_600))).toEqual(message);
  });

  it('is invalid with another time, or of another text', async () => {
    const witness = await aWitness();
    const read = parseCheckpoint(await signCheckpoint(key, aCheckpoint()));
    const other = parseCheckpoint(await signCheckpoint(key, aCheckpoint({ size: 8 })));
    if (read === undefined || other === undefined) throw new Error('not read');
    const line = await cosign(witness, read.note.text, 1_767_225_600);
    const later = { ...line, signature: line.signature.map((byte, at) => (at === 7 ? byte ^ 1 : byte)) };
    const short = { ...line, signature: line.signature.subarray(1) };
    for (const [checkpoint, wrong] of [[read, later] as const, [other, line] as const, [read, short] as const]) {
      const note = { ...checkpoint.note, signatures: [...checkpoint.note.signatures, wrong] };
      expect(await findCosignatures({ ...checkpoint, note }, [witness], crypto)).toEqual([]);
    }
  });

  it("of a chain's key is never accepted as a witness's, nor the other way round", async () => {
    const witness = await aWitness();
    const asNote = await toNoteKey({ name: witness.name, kind: 'note', jwk: witness.jwk }, crypto);
    expect(asNote.keyId).not.toBe(witness.keyId);
    const read = parseCheckpoint(await signCheckpoint(key, aCheckpoint()));
    if (read === undefined) throw new Error('not read');
    const line = await cosign(witness, read.note.text, 1);
    const note = { ...read.note, signatures: [{ ...line, keyId: asNote.keyId }] };
    expect(await checkNoteSignature(note, asNote, crypto)).toBe('bad');
  });
});

describe('a verifier key', () => {
  it('reads back as printed', async () => {
    const witness = await aWitness();
    const read = await parseVerifierKey(printVerifierKey(witness), crypto);
    expect(read).toEqual({ name: witness.name, kind: 'cosignature', jwk: witness.jwk, keyId: witness.keyId });
  });

  it.each([
    ['another name', (text: string) => text.replace('w1', 'w2')],
    ['another id', (text: string) => text.replace(/\+[0-9a-f]{8}\+/, '+00000000+')],
    ['another kind', (text: string) => text.replace(/\+B/, '+A')],
    ['nothing', () => ''],
  ])('with %s is invalid', async (_name, change) => {
    expect(await parseVerifierKey(change(printVerifierKey(await aWitness())), crypto)).toBeUndefined();
  });
});

function aLine() {
  const line = parseSignatureLine(`\u2014 a ${Buffer.alloc(68, 7).toString('base64')}`);
  if (line === undefined) throw new Error('not read');
  expect(printSignatureLine(line)).toBe(`\u2014 a ${Buffer.alloc(68, 7).toString('base64')}\n`);
  return line;
}

it('a receipt text is never a checkpoint text', () => {
  // The chain's key signs three kinds of content, with distinct prefixes: receipt-sig/v1, a base64url header, an origin.
  for (const start of ['receipt-sig/v1\0', 'eyJ', 'cosignature/v1\n']) {
    expect(checkpointText(aCheckpoint()).startsWith(start)).toBe(false);
  }
});
