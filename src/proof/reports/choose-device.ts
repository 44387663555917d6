/** Chooses one report of a file with those of several devices. Each has its own verdict. */
import type { ReportFile } from './read-report.ts';

export type DeviceChoice =
  | { readonly ok: true; readonly file: ReportFile }
  | { readonly ok: false; readonly message: string };

/** Chooses by number, from 1; a file with one report needs none. */
export function chooseDevice(files: readonly ReportFile[], device: number | undefined): DeviceChoice {
  const [first, ...more] = files;
  if (device === undefined && first !== undefined && more.length === 0) return { ok: true, file: first };
  if (device === undefined) return { ok: false, message: `it has the reports of ${files.length} devices: choose one` };
  const chosen = files[device - 1];
  if (chosen !== undefined) return { ok: true, file: chosen };
  return { ok: false, message: `it holds ${files.length === 1 ? 'one report' : `${files.length} reports`} only` };
}
