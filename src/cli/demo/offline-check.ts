/** The last step of the demo checks the bundles offline with the code of `assay verify`, whole and with one byte changed. */
import type { EvidenceBundle } from '@assay/client';
import { nodeProofCrypto } from '@assay/sdk/crypto';
import { checkBundle } from '../../proof/bundle.ts';
import type { Report } from '../../proof/report.ts';
import { parseVerifierKeys } from '../../proof/verifier-key.ts';

export interface OfflineCheck {
  readonly whole: Report;
  readonly tampered: Report;
}

/** Checks a bundle with the verifier's keys from the data folder, then again with one character of evidence changed. */
export async function checkOffline(bundle: EvidenceBundle, publicKeys: Uint8Array, now: number): Promise<OfflineCheck> {
  const parsed = await parseVerifierKeys(JSON.parse(Buffer.from(publicKeys).toString('utf8')), nodeProofCrypto);
  if (!parsed.ok) throw new Error(`the verifier's key file is not valid: ${parsed.message}`);
  const check = { trustedVerifierKeys: parsed.keys, now, crypto: nodeProofCrypto };
  return { whole: await checkBundle(bundle, check), tampered: await checkBundle(changeOneByte(bundle), check) };
}

function changeOneByte(bundle: EvidenceBundle): EvidenceBundle {
  const [first, ...rest] = bundle.evidence;
  if (first === undefined) throw new Error('a bundle without evidence cannot show that a change is found');
  const at = Math.floor(first.jws.length / 2);
  const jws = `${first.jws.slice(0, at)}${first.jws[at] === 'A' ? 'B' : 'A'}${first.jws.slice(at + 1)}`;
  return { ...bundle, evidence: [{ ...first, jws }, ...rest] };
}
