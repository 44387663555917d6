/** The thread that scans one model file, sends its result, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { scanPath } from './auditors/model-security/scan-paths.ts';
import type { ScanAnswer } from './model-file-scan.ts';

const { path }: { readonly path: string } = workerData;
const tell = (answer: ScanAnswer): void => parentPort?.postMessage(answer);

try {
  const [file, ...others] = await scanPath(path);
  if (file === undefined || others.length > 0) throw new Error('one file is scanned at a time');
  const { status: verdict, format, findings } = file;
  const told = findings.map(({ id, severity, note, module }) => ({
    rule: id,
    level: severity,
    message: module === undefined ? note : `${note} (${module})`,
  }));
  tell({ scan: { verdict, format, findings: told } });
} catch (error) {
  tell({ failed: error instanceof Error ? error.message : String(error) });
}
