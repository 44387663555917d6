import { nodeProofCrypto } from '@assay/sdk/crypto';
import { describe, expect, it } from 'vitest';
import { createOfflineVerifier } from '../src/proof/offline-verifier.ts';
import { reportKinds, reportReasons } from '../src/proof/reports/verdict.ts';
import { callVerifier } from '../test/support/call-verifier.ts';
import { readArtefactCases, readReportCases, toOutcome } from '../test/support/conformance.ts';

const verifier = createOfflineVerifier(nodeProofCrypto);
const reports = readReportCases();
const artefacts = readArtefactCases();

describe('the conformance cases of hardware reports', () => {
  it.each(reports.map((one) => [one.call.title, one] as const))(
    '%s has the expected verdict',
    async (_, { call, expected }) => {
      const verdict = await callVerifier(verifier, call);
      if (!('tier' in verdict)) throw new Error('the verdict is not about a report');
      const { accepted, tier, reasons } = verdict;
      expect({ accepted, tier, reasons }).toEqual(expected);
    },
  );

  it('cover every kind and every reason', () => {
    expect([...new Set(reports.map(({ call }) => call.kind))].sort()).toEqual([...reportKinds].sort());
    const reasons = new Set<string>(reports.flatMap(({ expected }) => expected.reasons));
    expect(reportReasons.filter((reason) => !reasons.has(reason))).toEqual([]);
  });
});

describe('the conformance cases of artefacts', () => {
  it.each(artefacts.map((one) => [one.call.title, one] as const))(
    '%s has the expected verdict',
    async (_, { call, expected }) => {
      const verdict = await callVerifier(verifier, call);
      if (!('ok' in verdict)) throw new Error('the verdict is not about an artefact');
      expect(toOutcome(verdict)).toEqual(expected);
    },
  );
});
