/** Writes the tests' samples, malicious and harmless, as files, so that other scanners can be run over them. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { maliciousArchives } from '../../src/auditors/model-security/malicious-archives.fixture.ts';
import { maliciousPickles } from '../../src/auditors/model-security/malicious-pickles.fixture.ts';
import { scanPath } from '../../src/auditors/model-security/scan-paths.ts';

/** Extensions that the other scanners open, since the payload is measured and not the name. */
const known = /\.(?:pkl|pt|npy|npz|joblib|zip|bin)$/;

const [folder = ''] = process.argv.slice(2);
if (folder === '') throw new Error('usage: write-samples.ts FOLDER');

const groups = { pickle: maliciousPickles, archive: maliciousArchives } as const;
const verdicts: Record<string, string> = {};
for (const [group, samples] of Object.entries(groups)) {
  for (const [index, { name, bytes }] of samples.entries()) {
    const place = join(folder, group, String(index).padStart(3, '0'));
    await mkdir(place, { recursive: true });
    const path = join(place, known.test(name) ? name : `${name}.bin`);
    await writeFile(path, bytes);
    const [result] = await scanPath(path);
    verdicts[path] = result?.status ?? 'unchecked';
  }
}
await writeFile(join(folder, 'assay.json'), JSON.stringify(verdicts, null, 1));
