/** Serves the auditor: `npx tsx serve.ts`, then `curl localhost:8090/vocabulary`. */
import { once } from 'node:events';
import { serveAuditor } from '@assay/sdk';
import { shouting } from './auditor.ts';

const served = await serveAuditor(shouting, { log: (message) => process.stdout.write(`${message}\n`) });
await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
await served.close();
