/** Every check of the torture run, one line each. */
import type { Check } from './check.ts';
import { createCrashCheck } from './crash.ts';
import { differentialCheck } from './differential/differential.ts';
import { type SubjectSet, toFlipChecks } from './flips.ts';
import { artefactGroups } from './fuzz/artefact-targets.ts';
import { hardwareGroups } from './fuzz/hardware-targets.ts';
import { toFuzzCheck } from './fuzz/target.ts';
import { nonceCheck } from './nonce.ts';
import { rotationCheck } from './rotation.ts';
import { artefactSubjects } from './subjects/artefacts.ts';
import { genuineSamples, type VendorName } from './subjects/genuine.ts';
import { type HardwareSample, toSubjects } from './subjects/hardware.ts';
import { receiptSubjects } from './subjects/receipts.ts';
import type { Subject } from './subjects/subject.ts';
import { syntheticSamples } from './subjects/synthetic.ts';
import { tamperChecks } from './tamper.ts';

const vendors: readonly VendorName[] = ['snp', 'intel', 'nitro', 'nvidia', 'azure'];

const subjectSets: readonly SubjectSet[] = [
  ...vendors.map((name) => ({ name: `${name}.genuine`, needsSamples: true, make: toSource(genuineSamples[name]) })),
  ...vendors.map((name) => ({ name: `${name}.synthetic`, make: toSource(syntheticSamples[name]) })),
  { name: 'artefacts', make: artefactSubjects },
  { name: 'receipts', make: receiptSubjects },
];

/** In the order of the table. */
export const checks: readonly Check[] = [
  ...subjectSets.flatMap(toFlipChecks),
  ...[...hardwareGroups, ...artefactGroups].map(toFuzzCheck),
  ...tamperChecks,
  createCrashCheck(),
  nonceCheck,
  rotationCheck,
  differentialCheck,
];

/** @throws Error for an unknown name. */
export function findCheck(name: string): Check {
  const check = checks.find((one) => one.name === name);
  if (check === undefined) throw new Error(`there is no check ${name}`);
  return check;
}

function toSource(make: () => HardwareSample[]): SubjectSet['make'] {
  return async () => {
    const notes: string[] = [];
    const subjects: Subject[] = [];
    for (const sample of make()) subjects.push(...(await toSubjects(sample, (note) => notes.push(note))));
    return { subjects, notes };
  };
}
