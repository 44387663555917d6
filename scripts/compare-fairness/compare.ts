/**
 * Compares the fairness auditor with the output of `golden.py`: `tsx --conditions=assay-source
 * scripts/compare-fairness/compare.ts FILE`.
 */
import { compareWithAif360, compareWithFairlearn, readPeerTables } from '../../src/auditors/fairness/peers.fixture.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('name the file that golden.py wrote');
const tables = readPeerTables(file);
let [compared, without, largest] = [0, 0, 0];
for (const table of tables) {
  for (const { measure, ours, theirs } of [
    ...(await compareWithFairlearn(table)),
    ...(await compareWithAif360(table)),
  ]) {
    if ((ours === undefined) !== (theirs === undefined)) {
      console.log(`${table.name}: ${measure}: ours ${ours}, theirs ${theirs}`);
      process.exitCode = 1;
    }
    if (typeof ours !== 'number' || theirs === undefined) {
      without += 1;
      continue;
    }
    compared += 1;
    const deviation = Math.abs(ours - theirs);
    if (deviation > 1e-12) console.log(`${table.name}: ${measure}: ours ${ours}, theirs ${theirs}`);
    largest = Math.max(largest, deviation);
  }
}
console.log(`${tables.length} tables, ${compared} values, ${without} without; largest difference ${largest}`);
if (!(largest <= 1e-12)) process.exitCode = 1;
