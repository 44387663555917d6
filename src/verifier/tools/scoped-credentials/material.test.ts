/** Tests the material of each kind of credential, and what is refused. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import { assertVariable, toInjection } from './injection-rules.ts';
import { assertUri, checkSecret, toConfig } from './material.ts';
import { changeRotation, overlapUntil, toRotation } from './rotation-plan.ts';

const now = Date.now();

/** Gives the reason of a refusal; undefined if there was none. */
function refusal(run: () => unknown): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.extensions?.['reason'];
    throw error;
  }
}

describe('how a credential goes into a call', () => {
  it.each(
    'Host Content-Length TRANSFER-ENCODING connection keep-alive TE trailer Upgrade Proxy-Connection expect sec-fetch-site x-assay-key mcp-session-id content-type x-forwarded-for'.split(
      ' ',
    ),
  )('is never by the header %s', (header) => {
    expect(refusal(() => toInjection('api_key', { header }))).toBe('header_refused');
  });

  it('is by any other header, in lower case, and follows from the kind', () => {
    expect(toInjection('api_key', { header: 'X-Api-Key' })).toEqual({ method: 'sidecar', header: 'x-api-key' });
    expect(toInjection('api_key', { header: 'Authorization', prefix: 'Token ' })).toMatchObject({ prefix: 'Token ' });
    expect(toInjection('token_exchange')).toEqual({ method: 'token_exchange' });
    for (const [type, wanted] of [
      ['api_key', { method: 'token_exchange' }],
      ['mtls', { header: 'x-key' }],
      ['basic', { prefix: 'Basic ' }],
    ] as const) {
      expect(refusal(() => toInjection(type, wanted))).toBe('injection_mismatch');
    }
  });

  it('is by no variable that decides what a process loads or reaches', () => {
    const kept = [
      'PATH',
      'LD_PRELOAD',
      'CLASSPATH',
      'CARGO_HOME',
      'DYLD_INSERT_LIBRARIES',
      'NODE_OPTIONS',
      'PYTHONPATH',
      'https_proxy',
      'BASH_ENV',
    ];
    for (const name of kept) expect([name, refusal(() => assertVariable(name))]).toEqual([name, 'variable_refused']);
    expect(refusal(() => assertVariable('GITHUB_TOKEN'))).toBeUndefined();
  });
});

describe('a secret', () => {
  it('never breaks the line of a header, and is named by no refusal', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), (text) => {
        const check = () => checkSecret(text, { authType: 'api_key', config: {}, now });
        const isRefused = refusal(check) === 'secret_malformed';
        expect(isRefused).toBe(!/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text));
      }),
    );
    try {
      checkSecret('hunter2\nx', { authType: 'api_key', config: {}, now });
    } catch (error) {
      expect(JSON.stringify([error, String(error), error instanceof AppError && error.detail])).not.toContain(
        'hunter2',
      );
    }
  });

  it('goes with the configuration of its kind, and with no other', () => {
    for (const [type, config, reason] of [
      ['basic', {}, 'config_missing'],
      ['client_credentials', {}, 'config_missing'],
      ['client_credentials', { client_id: 'a', client_auth: 'none' }, 'config_mismatch'],
      ['api_key', { username: 'a' }, 'config_mismatch'],
      ['mtls', { environment_variable: 'A' }, 'config_mismatch'],
      ['token_exchange', { client_id: 'a', client_auth: 'none' }, undefined],
    ] as const) {
      expect([type, refusal(() => toConfig(type, config))]).toEqual([type, reason]);
    }
  });

  it.each([
    ['https://crm.example.com/mcp?tenant=1', undefined, 'uri_malformed'],
    ['https://crm.example.com/', undefined, undefined],
    ['https://user@crm.example.com/', 'uri_malformed', 'uri_malformed'],
    ['https://crm.example.com/#a', 'uri_malformed', 'uri_malformed'],
    ['ftp://crm.example.com/', 'uri_malformed', 'uri_malformed'],
    ['javascript:alert(1)', 'uri_malformed', 'uri_malformed'],
    ['crm', 'uri_malformed', 'uri_malformed'],
    ['https://crm.example.com/\r\nx', 'uri_malformed', 'uri_malformed'],
  ])('is for an address such as %j', (text, resource, issuer) => {
    expect([refusal(() => assertUri(text, 'resource')), refusal(() => assertUri(text, 'issuer'))]).toEqual([
      resource,
      issuer,
    ]);
  });
});

describe('a certificate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-mtls-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const make = (name: string) => {
    const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
    const subject = ['-subj', `/CN=${name}`, '-days', '2', '-nodes'];
    const files = ['-keyout', key, '-out', certificate];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', ...subject, ...files],
      {
        stdio: 'ignore',
      },
    );
    return { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') };
  };

  it('is kept with its own private key, while it holds, and ends by itself', () => {
    const [mine, other] = [make('mine'), make('other')];
    const check = (secret: string, certificate: string | undefined, at = now) =>
      checkSecret(secret, { authType: 'mtls', config: certificate === undefined ? {} : { certificate }, now: at });
    const end = check(mine.key, mine.certificate);
    expect(Math.abs((end ?? 0) - now - 2 * 86_400_000)).toBeLessThan(60_000);
    for (const [run, reason] of [
      [() => check(mine.key, other.certificate), 'key_mismatch'],
      [() => check('key', mine.certificate), 'secret_malformed'],
      [() => check(mine.key, 'certificate'), 'certificate_malformed'],
      [() => check(mine.key, undefined), 'config_missing'],
      [() => check(mine.key, mine.certificate, now + 3 * 86_400_000), 'certificate_expired'],
    ] as const) {
      expect(refusal(run)).toBe(reason);
    }
  });
});

describe('the plan of rotations', () => {
  it('counts from a new secret, and changes without touching a rotation that goes on', () => {
    const day = 86_400_000;
    expect(toRotation({ every_days: 30 })).toEqual({ every_days: 30, next_at: null, overlap_until: null });
    const going = {
      ...toRotation({ every_days: 30, overlap_seconds: 60 }, now),
      overlap_until: now + 1,
      previous_version: 3,
    };
    expect(changeRotation(going, { overlap_seconds: 5 }, true, now + day)).toEqual({ ...going, overlap_seconds: 5 });
    expect(changeRotation(going, { every_days: 1 }, true, now)).toEqual({
      ...going,
      every_days: 1,
      next_at: now + day,
    });
    expect(changeRotation(going, { every_days: null }, true, now)).toMatchObject({
      next_at: null,
      overlap_until: now + 1,
    });
    expect([overlapUntil(going, undefined, now), overlapUntil(going, 0, now)]).toEqual([now + 60_000, null]);
    expect(overlapUntil(toRotation(), undefined, now)).toBe(now + day);
  });
});
