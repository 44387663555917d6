/** Stands in for the package that runs classifiers from outside. */
import type { ImportPackage } from './classifier.ts';

export interface FakePeer {
  readonly importPackage: ImportPackage;
  /** Models that were asked for. */
  loaded(): string[];
  /** Number of imports of the package. */
  imported(): number;
  /** The package's settings as the loader left them. */
  readonly env: Record<string, unknown>;
}

/** Makes a package whose classifier answers with the labels given for each text. */
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

/** What importing a package that is not installed fails with. */
export function notInstalled(name: string): Error {
  const error = new Error(`Cannot find package '${name}'`);
  return Object.assign(error, { code: 'ERR_MODULE_NOT_FOUND' });
}
