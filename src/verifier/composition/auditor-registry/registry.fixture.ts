/** A verifier, an image registry and a running auditor of the SDK, for tests of the auditor registry. */
import { type Auditor, createAuditor, defineAuditor, type ServedAuditor, serveAuditor } from '@assay/sdk';
import { parseVocabulary } from '../../configuration/auditor-catalog/check-vocabulary.ts';
import { vocabularyDigestOf } from '../../configuration/auditor-catalog/registry.ts';
import type { Answer } from '../../test-verifier.ts';
import { aCaller, type CallersFixture, openCallers } from '../../tools/scoped-tools/callers.fixture.ts';
import { type ImageRegistry, openImageRegistry, soundLabels } from './image-registry.fixture.ts';

export const root = '/v1/registry/auditors';
export const operator = aCaller('operator');

export const tone = defineAuditor({
  id: 'tone',
  name: 'Tone',
  description: 'How loud a text is',
  version: '1.2.0',
  category: 'evaluation',
  catalogPhase: 'input_guarding',
  icon: 'volume',
  color: 'amber',
  defaultPort: 8099,
  phases: ['request', 'response'],
  methods: [
    {
      name: 'capitals',
      produces: { tone_share: { type: 'score_normalized', description: 'Share of capital letters' } },
      run: ({ text }) => [
        { name: 'tone_share', value: text === '' ? 0 : (text.match(/[A-Z]/g)?.length ?? 0) / text.length },
      ],
    },
  ],
});

export interface RegistryFixture extends CallersFixture {
  readonly images: ImageRegistry;
  readonly auditor: ServedAuditor;
  readonly soundDigest: string;
  /** A body that can be registered, with its own image. */
  aRelease(change?: Record<string, unknown>): Record<string, unknown>;
  /** Gives the id of a new draft. @throws Error if it was refused. */
  registered(change?: Record<string, unknown>): Promise<string>;
  /** Completes a verification. Returns the release afterwards. */
  verified(id: string, body?: Record<string, unknown>): Promise<Answer>;
  see(id: string): Promise<Answer>;
  lastRun(id: string): Promise<Answer>;
  closeAll(): Promise<void>;
}

let count = 0;

export async function openRegistry(kind: 'pglite' | 'postgres'): Promise<RegistryFixture> {
  const fixture = await openCallers(kind);
  const images = await openImageRegistry();
  const auditor = await serveAuditor(tone, { env: {}, host: '127.0.0.1', port: 0 });
  const sound: Auditor = createAuditor(tone);
  const soundDigest = vocabularyDigestOf(
    parseVocabulary(JSON.parse(JSON.stringify(sound.vocabulary())), '/vocabulary'),
  );
  const { as, verifier } = fixture;
  const see = (id: string) => as(operator, 'GET', `${root}/${id}`);
  const aRelease: RegistryFixture['aRelease'] = (change = {}) => {
    count += 1;
    return {
      name: 'tone',
      version: `1.0.${count}`,
      category: 'evaluation',
      vocabulary_digest: soundDigest,
      image: images.push(soundLabels),
      labels: { schema_version: '2.0', phase: 'response, request', interfaces: 'health,claims,vocabulary' },
      ...change,
    };
  };
  return {
    ...fixture,
    images,
    auditor,
    soundDigest,
    aRelease,
    see,
    async registered(change) {
      const made = await as(operator, 'POST', root, aRelease(change));
      if (made.status !== 201) throw new Error(`not registered: ${JSON.stringify(made.body)}`);
      return String(made.body['id']);
    },
    async verified(id, body = { url: auditor.url }) {
      const begun = await as(operator, 'POST', `${root}/${id}/verify`, body);
      if (begun.status !== 202) throw new Error(`not begun: ${JSON.stringify(begun.body)}`);
      await verifier.verifier().services.auditorVerifications.idle();
      return see(id);
    },
    async lastRun(id) {
      const { body } = await see(id);
      return as(operator, 'GET', `${root}/${id}/verifications/${String(body['last_verification'])}`);
    },
    async closeAll() {
      await verifier.close();
      await auditor.close();
      await images.close();
    },
  };
}
