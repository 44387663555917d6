/**
 * Makes the conformance cases in docs/conformance with new keys; other implementations and our tests run them. They are made once
 * and committed; run it again only for new cases, since every byte changes.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSnpGroup } from './conformance/amd-cases.ts';
import { writeArtefactCases } from './conformance/artefact-cases.ts';
import { createNitroGroup } from './conformance/aws-cases.ts';
import { createAzSnpGroup, createAzTdxGroup } from './conformance/azure-cases.ts';
import { createSgxGroup, createTdxGroup } from './conformance/intel-cases.ts';
import { createNvidiaGroup } from './conformance/nvidia-cases.ts';
import { writeReportGroup } from './conformance/report-cases.ts';

const root = fileURLToPath(new URL('../docs/conformance/', import.meta.url));

async function main(): Promise<void> {
  const groups = [
    createSnpGroup(),
    createTdxGroup(),
    createSgxGroup(),
    createNitroGroup(),
    createNvidiaGroup(),
    createAzSnpGroup(),
    createAzTdxGroup(),
  ];
  for (const group of groups) await put(`reports/${group.kind}.json`, await writeReportGroup(group));
  for (const [name, text] of Object.entries(await writeArtefactCases())) await put(`artefacts/${name}.json`, text);
}

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
  process.stdout.write(`${path}: ${text.length} bytes\n`);
}

await main();
