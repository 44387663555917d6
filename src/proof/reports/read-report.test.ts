import { toPem } from '@assay/sdk/x509';
import { describe, expect, it } from 'vitest';
import { createNvidiaBench } from './nvidia/nvidia.fixture.ts';
import { readReports } from './read-report.ts';

const { report, certificates } = createNvidiaBench('GB100').report();
const pem = Buffer.from(certificates.map((der) => toPem(der)).join(''));
const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const device = { evidence: Buffer.from(report).toString('base64'), certificate: pem.toString('base64') };

describe('evidence of the devices of a machine', () => {
  const record = (type: string, value: Uint8Array) => [type, Buffer.from(value).toString('base64url')];
  const message = {
    __cmwc_t: 'tag:nvidia.com,2026:evidence-item/v1',
    evidence: record('application/vnd.nvidia.spdm-measurement-transcript', report),
    certificate: record('application/vnd.nvidia.pem-cert-chain', pem),
    nonce: record('application/octet-stream', new Uint8Array(32)),
  };
  const collection = { __cmwc_t: 'tag:nvidia.com,2026:verifier-input', nonce: message.nonce, gpu_0: message };

  it.each([
    ['a list', [device], 1],
    ['a list in a member', { evidence_list: [device, device] }, 2],
    ['a collection of conceptual messages', collection, 1],
    ['a collection of two', { ...collection, gpu_1: message }, 2],
  ])('is read from %s, each with its certificates', (_, value, count) => {
    const devices = readReports('nvidia', json(value));
    expect(devices).toHaveLength(count);
    for (const found of devices) {
      expect(Buffer.from(found.report)).toEqual(Buffer.from(report));
      expect(found.certificates.map((der) => Buffer.from(der))).toEqual(certificates.map((der) => Buffer.from(der)));
    }
  });

  it.each([
    ['an empty list', []],
    ['a device without a certificate', [{ evidence: device.evidence }]],
    ['a collection without devices', { __cmwc_t: 'tag', nonce: message.nonce }],
    ['a device of a collection that is no record', { ...collection, gpu_1: { evidence: 'x', certificate: 'y' } }],
    ['another kind', collection],
  ])('is not found in %s: the file is returned unchanged', (name, value) => {
    const file = json(value);
    expect(readReports(name === 'another kind' ? 'tdx' : 'nvidia', file)).toEqual([{ report: file, certificates: [] }]);
  });
});
