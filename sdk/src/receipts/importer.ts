/** Runs an import while the writer stands still: stage, check, and only then publish. */
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
  /** From the next saved pin on, the chain says that its history was not confirmed here. */
  readonly markUnpinned: () => void;
  /** Ends the writer: it is open what of the import is visible on disk. */
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
      // Only the last segment may hold what is not durable, and the mark must be down before what it speaks of.
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
