import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import * as contract from './index.ts';

describe('compliance frameworks', () => {
  it('are compared in lower case', () => {
    expect(contract.normalizeFramework('EU_AI_Act')).toBe('eu_ai_act');
    expect(contract.normalizeFramework('nist_800_53')).toBe('nist_800_53');
    expect(contract.normalizeFramework('acme')).toBeUndefined();
  });

  it('are listed once each', () => {
    const all = [...contract.complianceFrameworks, ...contract.deprecatedFrameworks];
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('error response', () => {
  it('has no claims and takes retryable from the code', () => {
    expect(contract.toErrorResponse('INTERNAL_ERROR', 'm')).toEqual({
      status: 'error',
      claims: [],
      error: { code: 'INTERNAL_ERROR', message: 'm', retryable: true },
    });
    expect(contract.toErrorResponse('INVALID_REQUEST', 'm')).toMatchObject({ error: { retryable: false } });
  });

  it('knows each code of the design', () => {
    expect(
      Object.entries(contract.auditorErrors)
        .filter(([, { retryable }]) => retryable)
        .map(([code]) => code),
    ).toEqual(['INTERNAL_ERROR', 'TIMEOUT', 'OVERLOADED', 'MODEL_UNAVAILABLE']);
  });
});

describe('claims request', () => {
  const request = Compile(contract.ClaimsRequestSchema);

  it('needs only data and phase', () => {
    expect(request.Check({ data: {}, phase: 'request' })).toBe(true);
    expect(request.Check({ phase: 'request' })).toBe(false);
    expect(request.Check({ data: {} })).toBe(false);
  });

  it('keeps unknown members', () => {
    expect(
      request.Check({ data: { later: 1, metadata: { later: 1 } }, phase: 'artifact', vendor_context: { later: 1 } }),
    ).toBe(true);
  });

  it('refuses members of the wrong type', () => {
    for (const data of [
      null,
      [],
      { input: 1 },
      { output: null },
      { metadata: [] },
      { metadata: { documents: [{}] } },
    ]) {
      expect(request.Check({ data, phase: 'request' })).toBe(false);
    }
    for (const context of [[], { needed_claims: [1] }, { claim_instances: [{ produces: ['a'] }] }, { trace_id: 1 }]) {
      expect(request.Check({ data: {}, phase: 'request', vendor_context: context })).toBe(false);
    }
  });
});

it('the wire names of the contract are exact', () => {
  expect(contract.labels.schemaVersion).toBe('io.vendor.schema_version');
  expect(contract.annotations.auditMode).toBe('vendor.io/audit-mode');
  expect(contract.manifests.apiVersion).toBe('vendor.io/v1alpha1');
  expect(contract.environmentNames.vendorAuditorId).toBe('VENDOR_AUDITOR_ID');
  expect([contract.containerPort, contract.sdkPort, contract.defaultAuditorVersion]).toEqual([8080, 8090, '1.0.0']);
});

it('the enumerations of the contract are exact', () => {
  const types = ['score_normalized', 'boolean', 'string', 'string_list', 'count', 'duration_ms', 'object'];
  expect(contract.claimTypeNames).toEqual(types);
  expect(contract.settingTypes).toEqual(['number', 'boolean', 'string', 'string[]']);
  expect(contract.catalogCategories).toEqual(['security', 'compliance', 'observability', 'evaluation', 'provenance']);
  const stages = ['artifact_safety', 'input_guarding', 'execution_monitoring', 'output_policy'];
  expect(contract.catalogPhases).toEqual(stages);
  expect(contract.phases).toEqual(expect.arrayContaining(['request', 'response']));
  expect(Object.values(contract.labels)).toEqual([
    'io.vendor.auditor',
    'io.vendor.schema_version',
    'io.vendor.phase',
    'io.vendor.interfaces',
  ]);
  expect(contract.annotations).toMatchObject({
    auditors: 'vendor.io/auditors',
    auditMode: 'vendor.io/audit-mode',
    skipAudit: 'vendor.io/skip-audit',
    secured: 'vendor.io/secured',
  });
});
