/**
 * The token of a gateway that shares a secret with the verifier. It names one gateway of one organisation under a MAC
 * by that secret. The services of one data folder authenticate each other with it from the first start, without a key
 * made before.
 */
import { createHmac } from 'node:crypto';
import type { DataDir } from '../data-dir.ts';
import type { RandomBytes } from '../ids.ts';
import { createSecret, isSameSecret, type Secret } from '../secret.ts';
import { loadTokenFile } from './operator-token.ts';

export const gatewaySecretFile = 'gateway-secret';

/** The gateway that a token speaks for. */
export interface GatewayName {
  readonly organisation: string;
  readonly gatewayId: string;
}

// Ids of organisations and gateways hold no `~`.
const tokenForm = /^agw_([A-Za-z0-9._-]{1,128})~([A-Za-z0-9._-]{1,128})~([A-Za-z0-9_-]{43})$/;

/** Gives the configured secret, or that of the data folder, which is created if missing. */
export function loadGatewaySecret(
  dataDir: DataDir,
  configured: Secret | undefined,
  randomBytes: RandomBytes,
): Promise<Secret> {
  return configured === undefined
    ? loadTokenFile(dataDir, gatewaySecretFile, randomBytes)
    : Promise.resolve(configured);
}

export function toGatewayToken(secret: Secret, name: GatewayName): Secret {
  return createSecret(`agw_${name.organisation}~${name.gatewayId}~${toMac(secret, name)}`);
}

export function isGatewayToken(text: string): boolean {
  return tokenForm.test(text);
}

/** Reads whom a token speaks for; `undefined` for a token that this secret did not make. */
export function readGatewayToken(text: string, secret: Secret): GatewayName | undefined {
  const [, organisation, gatewayId, mac] = tokenForm.exec(text) ?? [];
  if (organisation === undefined || gatewayId === undefined || mac === undefined) return undefined;
  const name = { organisation, gatewayId };
  return isSameSecret(mac, toMac(secret, name)) ? name : undefined;
}

function toMac(secret: Secret, { organisation, gatewayId }: GatewayName): string {
  const text = `assay gateway token 1\n${organisation}\n${gatewayId}`;
  return createHmac('sha256', secret.reveal()).update(text, 'utf8').digest('base64url');
}
