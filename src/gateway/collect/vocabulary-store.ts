/** Stores the last vocabulary of each remote auditor in the data folder, for starts while that auditor is away. */
import { VocabularySchema } from '@assay/sdk/contract';
import { Compile } from 'typebox/compile';
import type { DataDir } from '../../platform/data-dir.ts';
import type { VocabularyStore } from './chain.ts';

const check = Compile(VocabularySchema);

export function createVocabularyStore(dataDir: DataDir): VocabularyStore {
  const name = (itemName: string) => `vocabulary-${itemName}.json`;
  return {
    async load(itemName) {
      const bytes = await dataDir.read(name(itemName));
      const vocabulary: unknown = bytes === undefined ? undefined : JSON.parse(bytes.toString('utf8'));
      return check.Check(vocabulary) ? vocabulary : undefined;
    },
    save: (itemName, vocabulary) => dataDir.write(name(itemName), JSON.stringify(vocabulary)),
  };
}
