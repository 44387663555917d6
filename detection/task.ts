/** Requirements of training and evaluation on each auditor: one file in `tasks/` and one line in `tasks/all.ts` per auditor. */
import type { DataFolder } from './data/folder.ts';
import type { Row } from './data/row.ts';

/** Judgement of a row by the shipped auditor at its default settings. */
export interface Judged {
  /** The main score, 0 to 1. */
  readonly score: number;
  /** The main decision at the default threshold. */
  readonly detected: boolean;
  /** Scores of single categories, by the names in `Row.labels`. */
  readonly scores?: Readonly<Record<string, number>>;
  /** Spans found, if rows have spans. */
  readonly spans?: readonly {
    readonly type: string;
    readonly start: number;
    readonly end: number;
    readonly score: number;
  }[];
}

export interface JudgedRow {
  readonly row: Row;
  readonly judged: Judged;
}

export interface DetectionTask {
  readonly auditor: 'injection' | 'pii' | 'secrets' | 'toxicity' | 'groundedness';
  /** Training rows of the shipped model; empty for an auditor with only rules. */
  trainingRows(data: DataFolder): Promise<readonly Row[]>;
  /** Rows for measurement and calibration, never for training. */
  developmentRows(data: DataFolder): Promise<readonly Row[]>;
  /** Builds the model files, deterministic in the data. Absent if nothing is trained. */
  train?(data: DataFolder, progress: (message: string) => void): Promise<readonly TrainedFile[]>;
  /**
   * Judges rows of the training sources, each by a model trained without the row's whole source; measures unseen sources. Trains
   * several times.
   */
  heldOut?(data: DataFolder, progress: (message: string) => void): Promise<readonly JudgedRow[]>;
  /** Other sets' names of this auditor's span types, e.g. `US_SSN`; spans of a user's file are renamed by it. */
  readonly spanTypes?: Readonly<Record<string, string>>;
  /** Judges one row through the auditor, as a gateway would call it. */
  judge(row: Row): Promise<Judged>;
}

/** A trained file, below the repository's root. */
export interface TrainedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}
