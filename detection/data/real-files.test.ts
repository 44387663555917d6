import { describe, expect, it } from 'vitest';
import { loadAwesomePrompts, loadGradeSchoolMath, loadSelfInstruct } from './benign.ts';
import { type DataFolder, openDataFolder } from './folder.ts';
import {
  loadBipiaAttacks,
  loadBipiaCarriers,
  loadDeepset,
  loadGarakInTheWild,
  loadGiskard,
  loadGptfuzz,
  loadNotinjectOne,
  loadSelfReminder,
  loadWildguardDev,
} from './injection.ts';
import { loadPresidioResearch } from './pii.ts';
import type { Row } from './row.ts';
import { loadDavidson, loadModeration, loadSurge, loadTalkPages, loadToxigen } from './toxicity.ts';

/** The labelled data are not part of the repository; this variable names their folder. */
const root = process.env['ASSAY_DETECTION_DATA'];

const sets: readonly [load: (data: DataFolder) => Promise<readonly Row[]>, rows: number, positives: number][] = [
  [loadGarakInTheWild, 666, 666],
  [loadGptfuzz, 77, 77],
  [loadSelfReminder, 177, 177],
  [loadGiskard, 35, 35],
  [loadDeepset, 546, 203],
  [loadNotinjectOne, 113, 0],
  [loadWildguardDev, 489, 0],
  [loadAwesomePrompts, 916, 0],
  [loadGradeSchoolMath, 7473, 0],
  [loadSelfInstruct, 427, 0],
  [loadDavidson, 24_783, 20_620],
  [loadToxigen, 587, 317],
  [loadModeration, 882, 272],
  [loadTalkPages, 768, 145],
  [loadSurge, 1000, 501],
  [loadPresidioResearch, 2109, 1907],
];

describe.skipIf(root === undefined)('the labelled data (skipped: ASSAY_DETECTION_DATA names no folder)', () => {
  const data = openDataFolder(root ?? '');

  it.each(sets.map(([load, rows, positives]) => ({ name: load.name, load, rows, positives })))(
    '$name gives the documented rows and labels',
    async ({ load, rows, positives }) => {
      const loaded = await load(data);
      expect([loaded.length, loaded.filter(({ label }) => label === 1).length]).toEqual([rows, positives]);
      expect(loaded.filter(({ text }) => text.trim() === '')).toEqual([]);
    },
  );

  it('carriers and attacks of the indirect set are complete', async () => {
    expect(await loadBipiaCarriers(data, ['email', 'table', 'code'])).toHaveLength(1000);
    expect(await loadBipiaAttacks(data)).toHaveLength(125);
  });
});
