/** Runs an import while the writer is paused: stage, check, and only then publish. */
import type { ChainEnd } from './batch.ts';
import type { Durability } from './durability.ts';
import type { FileSystem } from './file-system.ts';
import { type ImportOptions, type ImportResult, type ImportSource, stageImport } from './import.ts';
import { createImportStage, type ImportStage } from './import-stage.ts';
import type { ExclusiveOutcome } from './receipt-writer.ts';
import type { SegmentLog } from './segment-log.ts';

export interface ImporterOptions {
  readonly fileSystem: FileSystem;
  readonly directory: string;
  readonly chainId: string;
  readonly segmentBytes: number;
  readonly log: SegmentLog;
  readonly durability: Durability;
  /** Marks the chain from the next saved pin on: its history was not confirmed here. */
  readonly markUnpinned: () => void;
  /** Ends the writer, because it is unknown how much of the import is visible on disk. */
  readonly fail: (cause: unknown) => Error;
}

export interface Importer {
  run(source: ImportSource, local: ChainEnd, options: ImportOptions): Promise<ExclusiveOutcome<ImportResult>>;
}

/** Binds an importer to a running chain. */
export function createImporter(deps: ImporterOptions): Importer {
  const { log, durability, chainId } = deps;

  const publish = async (
    stage: ImportStage,
    { local, end, isPinned }: { local: ChainEnd; end: ChainEnd; isPinned: boolean },
  ): Promise<void> => {
    try {
      if (!isPinned) deps.markUnpinned();
      // Only the last segment may hold bytes that are not durable, and the mark must be written before the entries it
      // covers.
      await durability.flush(local);
      await log.adopt(await stage.publish());
      await durability.flush(end);
    } catch (cause) {
      throw deps.fail(cause);
    }
  };

  return {
    async run(source, local, options) {
      const stage = createImportStage({ ...deps, firstSeq: local.size });
      try {
        const chain = { chainId, end: local, entries: log.entries };
        const newEnd = await stageImport(source, chain, stage, options);
        const imported = newEnd.size - local.size;
        const isPinned = local.size > 0 || options.witnessed !== undefined;
        if (imported > 0) await publish(stage, { local, end: newEnd, isPinned });
        const value = { imported, total_receipts: newEnd.size, head_hash: newEnd.head };
        return imported > 0 ? { newEnd, value } : { value };
      } finally {
        await stage.discard();
      }
    },
  };
}
