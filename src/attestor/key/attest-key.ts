/**
 * Attests a key (docs/attestation): the processor's report carries the hash of the runtime data, which name the key,
 * the challenge and the report of the GPU beside it.
 */
import { type AsyncSigningKey, canonicalize, fromBase64Url, sha256, sha256Hex, sha512 } from '@assay/sdk/crypto';
import { gpuNoncePreimage } from '../../contract/gpu-nonce.ts';
import type { KeyAttestation, OkpKey, RuntimeData } from '../../contract/key-attestation.ts';
import type { Clock } from '../../platform/clock.ts';
import { type AttestorConfig, attestorSpiffeId } from '../config.ts';
import { refusal } from '../refusal.ts';
import type { Gpu, GpuReport } from '../tee/helper/nvidia.ts';
import type { Tee } from '../tee/tee.ts';

export interface AttestKeyOptions {
  readonly config: AttestorConfig;
  readonly clock: Clock;
  readonly tee: Tee;
  /** The GPU beside the processor; its report goes into every key attestation. */
  readonly gpu?: Gpu | undefined;
}

/** Attests a key against a nonce. @throws AppError `attestor_refused` for a bad nonce, `unavailable` without a report. */
export async function attestKey(
  key: AsyncSigningKey,
  nonce: string,
  options: AttestKeyOptions,
): Promise<KeyAttestation> {
  const challenge = parseNonce(nonce);
  const { config, clock, tee, gpu } = options;
  const gpuReport = await gpu?.report(sha256(gpuNoncePreimage(fromBase64Url(key.kid), challenge)));
  const region = config.ATTESTOR_REGION;
  const runtimeData: RuntimeData = {
    v: 1,
    purpose: 'evidence-key',
    jwk_thumbprint: key.kid,
    nonce,
    iat: Math.floor(clock.now() / 1000),
    agent_instance: attestorSpiffeId(config),
    ...(gpuReport === undefined ? {} : { gpu_report_sha256: sha256Hex(gpuReport.bytes) }),
    ...(region === undefined ? {} : { region }),
  };
  const report = await tee.report(sha512(canonicalize(runtimeData)), key);
  return { ...addGpu(report, gpuReport), runtime_data: runtimeData, jwk: jwkOf(key) };
}

/** Copies the public members only. */
export function jwkOf({ jwk }: Pick<AsyncSigningKey, 'jwk'>): OkpKey {
  return { kty: jwk.kty, crv: jwk.crv, x: jwk.x };
}

function addGpu(
  { cmw, endorsements }: Pick<KeyAttestation, 'cmw' | 'endorsements'>,
  gpu: GpuReport | undefined,
): Pick<KeyAttestation, 'cmw' | 'endorsements'> {
  if (gpu === undefined) return { cmw, endorsements };
  return {
    cmw: { ...cmw, gpu: gpu.record },
    endorsements: { ...endorsements, certs: [...endorsements.certs, ...gpu.certs] },
  };
}

function parseNonce(nonce: string): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = fromBase64Url(nonce);
  } catch (cause) {
    throw refusal('the nonce is not base64url without padding', cause);
  }
  if (bytes.byteLength < 16 || bytes.byteLength > 64) throw refusal('the nonce must have 16 to 64 bytes');
  return bytes;
}
