/** Our own auditors, registered and verified like those of anybody: labels, vocabulary and the contract kit. */
import { createAuditor, serveAuditor } from '@assay/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditors } from '../../../auditors/catalog.ts';
import { vocabularyDigestOf } from '../../configuration/auditor-catalog/registry.ts';
import { openRegistry, type RegistryFixture } from './registry.fixture.ts';

let fixture: RegistryFixture;
beforeAll(async () => {
  fixture = await openRegistry('pglite');
});
afterAll(() => fixture?.closeAll());

it.each(auditors)(
  '$id is verified: labels of its image, vocabulary, and every check of the kit',
  async (definition) => {
    // The calls per minute are limited.
    fixture.verifier.clock.set(fixture.verifier.clock.now() + 61_000);
    const auditor = createAuditor(definition, { env: {} });
    const labels = auditor.labels();
    const entry = auditor.catalogEntry();
    const served = await serveAuditor(definition, { env: {}, host: '127.0.0.1', port: 0 });
    try {
      const id = await fixture.registered({
        name: definition.id,
        category: entry.category,
        vocabulary_digest: vocabularyDigestOf(auditor.vocabulary()),
        image: fixture.images.push(labels),
        labels: {
          schema_version: labels['io.vendor.schema_version'],
          phase: labels['io.vendor.phase'],
          interfaces: labels['io.vendor.interfaces'],
        },
      });
      const { body } = await fixture.verified(id, { url: served.url });
      const { checks } = (await fixture.lastRun(id)).body as { checks: { status: string }[] };
      expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
      expect(body).toMatchObject({ status: 'verified', auditor_id: definition.id });
    } finally {
      await served.close();
    }
  },
);
