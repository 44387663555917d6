/**
 * Our own entries in the app catalog: the reference auditors, our services (gateway, attestor, verifier), runtimes of agents,
 * and skills. Our services declare no environment of an agent: they are listed, and installing one is refused.
 */

import type { AppDocument } from '../../../contract/api/app-catalog/shapes.ts';
import { builtInAuditors } from '../../../contract/control/built-in-auditors.ts';
import { ownSkills } from './own-skills.ts';

const publisher = 'Assay';

const runtimes: readonly AppDocument[] = [
  {
    name: 'dev.assay/gateway',
    type: 'runtime',
    version: '0.1.0',
    title: 'Assay gateway',
    publisher,
    description: 'Asks auditors about AI traffic, decides with Cedar and writes signed evidence',
    category: 'runtime',
  },
  {
    name: 'dev.assay/attestor',
    type: 'runtime',
    version: '0.1.0',
    title: 'Assay attestor',
    publisher,
    description: 'Holds the signing key of evidence and attests its environment',
    category: 'runtime',
  },
  {
    name: 'dev.assay/verifier',
    type: 'runtime',
    version: '0.1.0',
    title: 'Assay verifier',
    publisher,
    description: 'Checks evidence, issues passports and holds the configuration of gateways',
    category: 'runtime',
  },
  {
    name: 'dev.assay/node-agent',
    type: 'runtime',
    version: '1.0.0',
    title: 'Node.js agent',
    publisher,
    description: 'Runs agent.mjs of a folder with Node.js, in at most 512 MiB',
    category: 'runtime',
    runtime: { command: ['node', 'agent.mjs'], memory_mb: 512 },
  },
  {
    name: 'dev.assay/python-agent',
    type: 'runtime',
    version: '1.0.0',
    title: 'Python agent',
    publisher,
    description: 'Runs agent.py of a folder with Python 3, in at most 512 MiB',
    category: 'runtime',
    runtime: { command: ['python3', 'agent.py'], memory_mb: 512 },
  },
];

/** Gives all of them. */
export function firstPartyDocuments(): AppDocument[] {
  const auditors = builtInAuditors.map(({ entry, vocabulary }): AppDocument => {
    const { id, name, description, category, icon, defaultPort } = entry;
    return {
      name: `dev.assay/${id}`,
      type: 'auditor',
      version: vocabulary.version,
      title: name,
      publisher,
      description,
      category,
      icon,
      auditor: { auditor_id: id, image: `assay/${id}` },
      healthCheck: { path: '/health' },
      resources: { port: defaultPort },
    };
  });
  return [...auditors, ...runtimes, ...ownSkills];
}
