/** Replaces the package that runs external classifiers. */
import type { ImportPackage } from './classifier.ts';

export interface FakePeer {
  readonly importPackage: ImportPackage;
  /** Requested models. */
  loaded(): string[];
  /** Number of imports of the package. */
  imported(): number;
  /** The package's settings after loading. */
  readonly env: Record<string, unknown>;
}

/** Makes a package whose classifier answers with the given labels for each text. */
export function fakePeer(labelsOf: (text: string) => unknown): FakePeer {
  const models: string[] = [];
  const env: Record<string, unknown> = {};
  let imports = 0;
  const pipeline = (_task: string, model: string): Promise<unknown> => {
    models.push(model);
    return Promise.resolve((texts: readonly string[]) => Promise.resolve(texts.map(labelsOf)));
  };
  return {
    importPackage: () => {
      imports += 1;
      return Promise.resolve({ pipeline, env });
    },
    loaded: () => models,
    imported: () => imports,
    env,
  };
}

/** The error of importing a package that is not installed. */
export function notInstalled(name: string): Error {
  const error = new Error(`Cannot find package '${name}'`);
  return Object.assign(error, { code: 'ERR_MODULE_NOT_FOUND' });
}
