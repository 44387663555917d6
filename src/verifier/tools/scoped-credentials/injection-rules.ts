/** Checks how a credential may be injected: never by a header that frames the message or names its recipient. Pure. */

import type { AuthType, InjectionMethod } from '../../../contract/api/scoped-credentials/states.ts';
import { unprocessable } from '../../../platform/refusals.ts';
import { isKeptVariable } from '../../../platform/tools/kept-variables.ts';
import type { Injection } from './tables.ts';

type Wanted = { readonly [Name in keyof Injection]?: Injection[Name] | undefined };

const methods: Readonly<Record<AuthType, InjectionMethod>> = {
  oauth2_code: 'sidecar',
  client_credentials: 'client_credentials',
  token_exchange: 'token_exchange',
  api_key: 'sidecar',
  basic: 'sidecar',
  mtls: 'sidecar',
};

/** Refused headers: connection, framing, caller, recipient, and the protocol itself. */
const keptHeaders = new Set(
  (
    'host,content-length,content-type,content-encoding,transfer-encoding,connection,keep-alive,te,trailer,upgrade,' +
    'proxy-connection,proxy-authenticate,expect,http2-settings,accept,accept-encoding,origin,referer,forwarded,via,' +
    'x-forwarded-for,x-forwarded-host,x-forwarded-proto,mcp-session-id,mcp-protocol-version,mcp-method,mcp-name,last-event-id,' +
    'traceparent,tracestate,idempotency-key'
  ).split(','),
);
const keptPrefixes = ['sec-', 'x-assay-', 'access-control-'];

/** @throws AppError `unprocessable` (`injection_mismatch`, `header_refused`). */
export function toInjection(authType: AuthType, wanted: Wanted = {}): Injection {
  const method = methods[authType];
  if (wanted.method !== undefined && wanted.method !== method) {
    throw unprocessable('injection_mismatch', '/injection/method', `auth_type ${authType} needs the method ${method}`);
  }
  const { header, prefix } = wanted;
  if (authType === 'mtls' && (header !== undefined || prefix !== undefined)) {
    throw unprocessable(
      'injection_mismatch',
      '/injection/header',
      'a certificate is used for the connection, not in a header',
    );
  }
  if (authType === 'basic' && prefix !== undefined) {
    throw unprocessable('injection_mismatch', '/injection/prefix', 'basic has a prefix of its own');
  }
  if (header !== undefined) assertMayCarry(header);
  return {
    method,
    ...(header === undefined ? {} : { header: header.toLowerCase() }),
    ...(prefix === undefined ? {} : { prefix }),
  };
}

function assertMayCarry(header: string): void {
  const name = header.toLowerCase();
  if (!keptHeaders.has(name) && !keptPrefixes.some((prefix) => name.startsWith(prefix))) return;
  throw unprocessable(
    'header_refused',
    '/injection/header',
    'this header is reserved for the connection or the message',
  );
}

/** @throws AppError `unprocessable` (`variable_refused`). */
export function assertVariable(name: string | undefined): void {
  if (name === undefined || !isKeptVariable(name)) return;
  const message = 'this variable controls what a process loads, runs or reaches';
  throw unprocessable('variable_refused', '/config/environment_variable', message);
}
