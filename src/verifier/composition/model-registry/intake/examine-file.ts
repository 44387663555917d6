/** Receives one file of a model, has it scanned, and always removes it. */
import { rm } from 'node:fs/promises';
import type { Finding } from '../../../../contract/api/models/shapes.ts';
import type { Logger } from '../../../../platform/log.ts';
import type { ModelFileScan, ScanModelFile } from '../scan-model-file.ts';
import type { FileRow } from '../tables.ts';
import type { DiskSpace } from './disk-space.ts';
import { receiveFile } from './receive-file.ts';
import type { TemporaryFiles } from './temporary-files.ts';

/** The record of a file after its check. */
export interface SeenFile {
  readonly state: ModelFileScan['verdict'];
  readonly format: string | null;
  readonly findings: readonly Finding[];
}

export type ExamineFile = (
  bytes: AsyncIterable<Uint8Array>,
  file: Pick<FileRow, 'path' | 'size' | 'sha256'>,
  signal: AbortSignal,
) => Promise<SeenFile>;

export interface ExamineDeps {
  readonly files: TemporaryFiles;
  readonly diskSpace: DiskSpace;
  /** Undefined if the process has no scanner. */
  readonly scan: ScanModelFile | undefined;
  readonly log: Logger;
}

const maxFindings = 20;
const maxMessage = 300;
/** A response waits for the scan. */
const scanMs = 240_000;

/** @throws AppError as `receiveFile`. */
export function createExamineFile({ files, diskSpace, scan, log }: ExamineDeps): ExamineFile {
  const look = async (path: string, signal: AbortSignal): Promise<SeenFile> => {
    if (scan === undefined) return unseen('no_scanner', 'This program has no scanner, so nothing was scanned.');
    try {
      return toSeen(await scan(path, AbortSignal.any([signal, AbortSignal.timeout(scanMs)])));
    } catch (error) {
      // An aborted scan says nothing about the file.
      if (signal.aborted) throw error;
      log.error({ err: error }, 'a model file could not be scanned');
      return unseen('scan_failed', 'The scan did not finish within its limits of time and memory.');
    }
  };
  return (bytes, file, signal) =>
    diskSpace.take(file.size, async () => {
      const path = files.pathFor(file.path);
      try {
        await receiveFile(bytes, path, file);
        return await look(path, signal);
      } finally {
        await rm(path, { force: true });
      }
    });
}

function toSeen({ verdict, format, findings }: ModelFileScan): SeenFile {
  return {
    state: verdict,
    format: format.slice(0, 60),
    findings: findings.slice(0, maxFindings).map(({ rule, level, message }) => ({
      rule: rule.slice(0, 100),
      level: level.slice(0, 20),
      message: toText(message),
    })),
  };
}

function toText(message: string): string {
  return message
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, maxMessage)
    .toWellFormed();
}

function unseen(rule: string, message: string): SeenFile {
  return { state: 'unchecked', format: null, findings: [{ rule, level: 'low', message }] };
}
