/** Serves the auditor: `npx tsx serve.ts`, then `curl localhost:8090/vocabulary`. */
import { once } from 'node:events';
import { serveAuditor } from '@assay/sdk';
import { shouting } from './auditor.ts';

const log = (message: string) => process.stdout.write(`${message}\n`);
const served = await serveAuditor(shouting, { host: '127.0.0.1', log });
await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
await served.close();
