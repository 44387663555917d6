/** Opens the log of a gateway: its chain id, its receipt chain and the key attestations that the chain names. */
import { type FileSystem, nodeFileSystem } from '@assay/sdk/receipts';
import type { AttestorClient } from '../../clients/attestor/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DataDir } from '../../platform/data-dir.ts';
import { AppError } from '../../platform/errors.ts';
import { createId, type RandomBytes } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { GatewayConfig } from '../config.ts';
import type { Admission } from '../http/admission.ts';
import { openKeyAttestationStore } from './key-store.ts';
import { openGatewayChain } from './open-chain.ts';

export interface LogDeps {
  readonly config: GatewayConfig;
  readonly attestor: AttestorClient;
  readonly dataDir: DataDir;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  /** By default that of the machine. */
  readonly fileSystem?: FileSystem;
}

/**
 * INVARIANT: the key attestation is durable before its key signs anything that is kept: the chain signs nothing before
 * its first receipt. It is opened first, because it is what keeps a second gateway out of this folder.
 */
export async function openLog(
  { config, attestor, dataDir, clock, randomBytes, log, fileSystem }: LogDeps,
  admission: Pick<Admission, 'refuse'>,
) {
  const attestorIdentity = await attestor.identity();
  const chainIdFile = await dataDir.writeOnce(
    'gateway-chain-id',
    () => config.GATEWAY_CHAIN_ID ?? createId('chain', clock, randomBytes),
  );
  const chainId = chainIdFile.toString('utf8').trim();
  const chain = await openGatewayChain({
    directory: dataDir.file('receipts'),
    fileSystem: fileSystem ?? nodeFileSystem,
    chainId,
    attestationHash: attestorIdentity.keyAttestationHash,
    publicKey: attestorIdentity.jwk,
    sign: attestor.signReceipts,
    signTogether: attestor.signExchanges,
    clock: clock.now,
    onFatal: (error) => {
      log.fatal(
        { err: error, directory: dataDir.file('receipts') },
        'the receipt log cannot be written; calls are refused until disk space is free and the gateway is restarted',
      );
      const detail = 'Records cannot be written, so calls are refused. Free disk space, then restart the gateway.';
      admission.refuse(
        new AppError('storage_full', 'the receipt log failed', { cause: error, detail, retryAfterS: 60 }),
      );
    },
  });
  const keys = await openKeyAttestationStore(dataDir);
  await keys.add(attestorIdentity.keyAttestation);
  return { chain, chainId, keys, attestorIdentity };
}
