/** The model-security auditor (port 8097): tells whether a model file can be loaded without running code in it. */

import { type AuditorDefinition, type ClaimDraft, defineAuditor, method } from '@assay/sdk';
import { readExpectedHash } from './artifact-input.ts';
import { readRoots, readTrustedRootPath, rootsVariable, trustedRootVariable } from './config.ts';
import { createExamine, type Examine } from './examine.ts';
import { type Finding, isUnsafe, shortName } from './finding.ts';
import type { ModelCheck } from './model-check.ts';
import { defaultPolicy, policyOptions } from './policy.ts';
import { checkProvenance } from './provenance.ts';
import { inspectionSettings, provenanceSettings } from './settings.ts';

/** Settings of the operator, outside of any request. */
export interface ModelSecurityOptions {
  /** Folders that may hold artifacts. */
  roots: () => readonly string[];
  trustedRootPath: () => string | undefined;
}

/** Findings that a detail lists; the bound of a claim allows no more. */
const maxShown = 200;
const maxListed = 250;

export function createModelSecurityAuditor(options: ModelSecurityOptions): AuditorDefinition {
  const examine = createExamine(options.roots);

  const methods = [
    contentMethod(examine),
    formatMethod(examine),
    hashMethod(examine),
    provenanceMethod(examine, options),
  ] as const;
  return defineAuditor({
    id: 'model-security',
    name: 'Model security',
    description: 'Checks model files for code, damage, hash and signature without loading them',
    category: 'security',
    catalogPhase: 'artifact_safety',
    icon: 'package-check',
    color: 'blue',
    defaultPort: 8097,
    phases: ['artifact'],
    methods,
    environment: [
      {
        name: rootsVariable,
        description:
          'Folders that may contain artifacts, separated as in PATH. If unset: none, and only bytes in the request are checked',
        default: null,
        type: 'string',
      },
      {
        name: trustedRootVariable,
        description: "File with Sigstore's trusted root, for keyless signatures",
        default: null,
        type: 'string',
      },
    ],
    policyOptions,
    defaultPolicy,
  });
}

function contentMethod(examine: Examine) {
  return method({
    name: 'content',
    produces: {
      model_malware_free: {
        type: 'boolean',
        description: 'True if everything was checked and loading it neither runs code nor accesses files',
        absent: 'nothing unsafe was found, but not everything could be checked (see model_check_complete)',
      },
      model_unsafe_globals: { type: 'string_list', description: 'Imports of pickles that are not on the allow-list' },
      model_vulnerabilities: { type: 'string_list', description: 'Ids of the findings, sorted' },
      model_check_complete: { type: 'boolean', description: 'False if something could not be checked' },
    },
    settings: inspectionSettings,
    async run(input, { settings, context }) {
      return toContentClaims((await examine(input, settings, context)).check);
    },
  });
}

function formatMethod(examine: Examine) {
  return method({
    name: 'format',
    produces: {
      model_format_valid: { type: 'boolean', description: 'True if every file conforms to its format' },
      model_format: { type: 'string', description: 'Format by content: pickle, torch, safetensors, folder, ...' },
    },
    settings: inspectionSettings,
    async run(input, { settings, context }) {
      const { check } = await examine(input, settings, context);
      const files = check.files.slice(0, maxShown).map(({ name, inspection }) => {
        return { name: shortName(name), format: inspection.format, valid: inspection.formatValid };
      });
      return [
        { name: 'model_format_valid', value: check.formatValid, detail: { files } },
        { name: 'model_format', value: check.format },
      ];
    },
  });
}

function hashMethod(examine: Examine) {
  return method({
    name: 'hash',
    produces: {
      model_hash: {
        type: 'string',
        description:
          'SHA-256 in hexadecimal; for a folder, the SHA-256 of the output of sha256sum for its sorted files',
        absent: 'a file could not be read to its end',
      },
      model_hash_verified: {
        type: 'boolean',
        description: 'True if the hash is the expected one',
        absent: 'the request has no metadata.expected_sha256',
      },
    },
    settings: inspectionSettings,
    async run(input, { settings, context }) {
      const expected = readExpectedHash(input);
      const { digest } = (await examine(input, settings, context)).check;
      const claims: ClaimDraft[] = digest === undefined ? [] : [{ name: 'model_hash', value: digest }];
      if (expected !== undefined) claims.push({ name: 'model_hash_verified', value: digest === expected });
      return claims;
    },
  });
}

function provenanceMethod(examine: Examine, options: ModelSecurityOptions) {
  return method({
    name: 'provenance',
    produces: {
      model_signature_valid: {
        type: 'boolean',
        description: 'True if the signature of the model verifies with a trusted key or identity',
        absent: 'there is no signature, or no trusted signer is configured',
      },
      model_provenance_verified: {
        type: 'boolean',
        description: 'True if the signature is valid and covers the current content of every file',
        absent: 'there is no signature, or no trusted signer is configured',
      },
    },
    settings: { ...inspectionSettings, ...provenanceSettings },
    async run(input, { settings, context }) {
      const { trusted_keys, trusted_certificates, trusted_identities, ...inspection } = settings;
      const examination = await examine(input, inspection, context);
      const found = await checkProvenance(input, examination, {
        settings: { trusted_keys, trusted_certificates, trusted_identities },
        trustedRootPath: options.trustedRootPath(),
        roots: options.roots(),
        now: context.now,
        signal: context.signal,
      });
      if (found === undefined) return [];
      const detail = {
        ...(found.method === undefined ? {} : { method: found.method }),
        ...(found.signer === undefined ? {} : { signer: found.signer }),
        ...(found.counts === undefined ? {} : { files: { ...found.counts } }),
        findings: found.findings.slice(0, maxShown).map(toShown),
      };
      const claims: ClaimDraft[] = [];
      if (found.signatureValid !== undefined)
        claims.push({ name: 'model_signature_valid', value: found.signatureValid, detail });
      if (found.provenanceVerified !== undefined)
        claims.push({ name: 'model_provenance_verified', value: found.provenanceVerified });
      return claims;
    },
  });
}

/**
 * Gives the claims on content. Content not known to be free of malware gets no such claim, so that a policy that asks for it
 * denies.
 */
function toContentClaims(check: ModelCheck): ClaimDraft[] {
  const { complete, malwareFree, unsafeGlobals, findings } = check;
  const detail = { findings: findings.slice(0, maxShown).map(toShown), finding_count: findings.length };
  const claims: ClaimDraft[] = [
    { name: 'model_check_complete', value: complete, detail },
    { name: 'model_unsafe_globals', value: unsafeGlobals.slice(0, maxListed) },
    { name: 'model_vulnerabilities', value: toVulnerabilities(findings) },
  ];
  if (malwareFree !== undefined) {
    claims.push({ name: 'model_malware_free', value: malwareFree, detail: toStandardDetail(check) });
  }
  return claims;
}

/** The members of the standard claim (contract 2.14) that follow from the content alone. */
function toStandardDetail({ formatValid, malwareFree, digest, format, findings }: ModelCheck) {
  return {
    format_valid: formatValid,
    no_malware: malwareFree === true,
    ...(digest === undefined ? {} : { model_hash: digest }),
    format_type: format,
    vulnerabilities: toVulnerabilities(findings),
  };
}

/** Ids of findings of medium severity and above. */
function toVulnerabilities(findings: readonly Finding[]): string[] {
  const worth = findings.filter(({ severity }) => isUnsafe(severity) || severity === 'medium');
  return [...new Set(worth.map(({ id }) => id))].sort();
}

function toShown({ id, severity, place, module }: Finding) {
  return {
    id,
    severity,
    path: shortName(place.path),
    ...(place.offset === undefined ? {} : { offset: place.offset }),
    ...(module === undefined ? {} : { module }),
  };
}

/** Observes model files below the folders that the environment names. */
export const modelSecurity = createModelSecurityAuditor({ roots: readRoots, trustedRootPath: readTrustedRootPath });
