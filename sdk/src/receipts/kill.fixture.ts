/** A process that appends endlessly and reports each acknowledged receipt, until the test kills it. */
import { createEd25519Key } from '../crypto/signing-key.ts';
import { openReceiptChain } from './receipt-chain.ts';
import { aDraft, anAttachment, attestationHash } from './receipts.fixture.ts';
import { signRecords } from './record-hash.ts';

const directory = process.argv[2];
if (directory === undefined) throw new Error('usage: kill.fixture.ts DIRECTORY');
const key = createEd25519Key();
const chain = await openReceiptChain({
  directory,
  chainId: 'killed',
  attestationHash,
  publicKey: key.jwk,
  sign: (records) => signRecords(key, records),
  segmentBytes: 50_000,
});

async function appendForever(number: number): Promise<never> {
  for (;;) {
    const { record, hash } = await chain.append(aDraft(number), anAttachment(number));
    process.stdout.write(`${record.seq} ${hash}\n`);
  }
}
await Promise.all(Array.from({ length: 16 }, (_, number) => appendForever(number)));
