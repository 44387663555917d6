/** `npm run --silent labels -- AUDITOR`: prints the required labels of the auditor's image (contract 2.1) for `docker build`. */
import { createAuditor } from '@assay/sdk';
import { auditors } from '../src/auditors/catalog.ts';

/** Gives the labels of an auditor from its definition. @throws Error for an unknown name. */
export function labelsOf(id: string): Readonly<Record<string, string>> {
  const definition = auditors.find((candidate) => candidate.id === id);
  if (definition === undefined) {
    throw new Error(`unknown auditor ${id}; choose from ${auditors.map((auditor) => auditor.id).join(', ')}`);
  }
  return createAuditor(definition, { env: {} }).labels();
}

/** Gives `docker build` options that set labels; no value contains a blank, so no shell needs quotes. */
export function toBuildOptions(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `--label=${name}=${value}`)
    .join(' ');
}

if (process.argv[1]?.endsWith('labels.ts')) {
  const [id = '', format] = process.argv.slice(2);
  const labels = labelsOf(id);
  process.stdout.write(`${format === '--json' ? JSON.stringify(labels) : toBuildOptions(labels)}\n`);
}
