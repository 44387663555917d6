/** All identifiers issued by states to people and their businesses. */
import { americanIds } from './americas.ts';
import { asiaPacificAfricaIds } from './asia-pacific-africa.ts';
import { eastEuropeanIds } from './europe-east.ts';
import { southNorthEuropeanIds } from './europe-south-north.ts';
import { westEuropeanIds } from './europe-west.ts';
import type { IdKind } from './id-kind.ts';

export const allIds: readonly IdKind[] = [
  ...americanIds,
  ...westEuropeanIds,
  ...southNorthEuropeanIds,
  ...eastEuropeanIds,
  ...asiaPacificAfricaIds,
];
