/** What training and evaluation ask of each auditor: one file in `tasks/` each, one line in the list of `tasks/all.ts`. */
import type { DataFolder } from './data/folder.ts';
import type { Row } from './data/row.ts';

/** How a row was judged by the auditor as it is shipped, at its default settings. */
export interface Judged {
  /** The main score, 0 to 1. */
  readonly score: number;
  /** The main decision at the default threshold. */
  readonly detected: boolean;
  /** Scores of single categories, by the names in `Row.labels`. */
  readonly scores?: Readonly<Record<string, number>>;
  /** Spans found, where rows carry spans. */
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
  /** Rows that the shipped model was made from; empty for an auditor of rules alone. */
  trainingRows(data: DataFolder): Promise<readonly Row[]>;
  /** Rows that are only measured and calibrated on, never trained on. */
  developmentRows(data: DataFolder): Promise<readonly Row[]>;
  /** Builds the model files; the same data give the same bytes. Absent: nothing is trained. */
  train?(data: DataFolder, progress: (message: string) => void): Promise<readonly TrainedFile[]>;
  /**
   * Judges rows of the training sources, each by a model that was trained without the whole source of the row: what the
   * detector does on sources that it never saw. Trains several times.
   */
  heldOut?(data: DataFolder, progress: (message: string) => void): Promise<readonly JudgedRow[]>;
  /** Names that other sets give to the types of this auditor's spans, e.g. `US_SSN`: spans of a user's file are renamed by it. */
  readonly spanTypes?: Readonly<Record<string, string>>;
  /** Judges one row through the auditor itself, as a gateway would ask it. */
  judge(row: Row): Promise<Judged>;
}

/** A file that training writes, below the repository's root. */
export interface TrainedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}
