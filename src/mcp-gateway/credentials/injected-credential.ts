/** A credential in the memory of a gateway, held in secrets that cannot be printed. */
import type { InjectionAnswer } from '../../contract/injection.ts';
import { createSecret, type Secret } from '../../platform/secret.ts';
import { type Headers, replaceCredentials } from './headers.ts';

interface Named {
  readonly name: string;
  readonly value: Secret;
}

/** The credential of one call. Printing it shows nothing of the secret. */
export interface InjectedCredential {
  readonly credentialId: string | null;
  readonly version: number;
  readonly method: InjectionAnswer['method'];
  readonly headers: readonly Named[];
  /** Environment of a local server's process. */
  readonly environment: readonly Named[];
  readonly clientCertificate: { readonly certificate: string; readonly privateKey: Secret } | null;
}

export function toInjectedCredential(answer: InjectionAnswer): InjectedCredential {
  const { credential_id: credentialId, version, method, client_certificate: shown } = answer;
  return {
    credentialId,
    version,
    method,
    headers: answer.headers.map(toNamed),
    environment: answer.environment.map(toNamed),
    clientCertificate:
      shown === null ? null : { certificate: shown.certificate, privateKey: createSecret(shown.private_key) },
  };
}

/** Replaces the caller's credentials in the headers with this one. Call it only where the headers are sent. */
export function injectInto(
  inbound: Headers,
  { headers }: InjectedCredential,
): Record<string, string | readonly string[]> {
  return replaceCredentials(
    inbound,
    headers.map(({ name, value }) => ({ name, value: value.reveal() })),
  );
}

/** True for the same secret: a refusal of one is a refusal of the other. */
export function isSameCredential(left: InjectedCredential, right: InjectedCredential): boolean {
  if (left === right) return true;
  return (
    left.credentialId === right.credentialId &&
    left.version === right.version &&
    secretTextOf(left) === secretTextOf(right)
  );
}

/** All secrets as one text, for comparison only; never store it. */
export function secretTextOf({ headers, environment, clientCertificate }: InjectedCredential): string {
  const secrets = [...headers, ...environment].map(({ name, value }) => [name, value.reveal()]);
  return JSON.stringify([secrets, clientCertificate?.privateKey.reveal() ?? null]);
}

function toNamed({ name, value }: { name: string; value: string }): Named {
  return { name, value: createSecret(value) };
}
