/** Writes the organisation of the delegation bench into a database, and the load's input into a file. */
import { writeFile } from 'node:fs/promises';
import { seedDelegations } from '../delegation-seed.ts';

const [folder = '', url = '', file = '', pairs = ''] = process.argv.slice(2);
const databaseUrl = process.env['DATABASE_URL'];
const seeded = await seedDelegations({ folder, url, databaseUrl, pairs: Number(pairs) });
await writeFile(file, JSON.stringify(seeded), { mode: 0o600 });
console.log(JSON.stringify({ pairs: seeded.bySecret.length }));
