/** Collects the inputs of a write before a transaction begins: the address, and the vocabulary from the auditor or the body. */
import type { Vocabulary } from '@assay/sdk/contract';
import type { WriteAuditor } from '../../../contract/api/auditor-catalog/shapes.ts';
import { AppError } from '../../../platform/errors.ts';
import { parseVocabulary } from './check-vocabulary.ts';
import { type AuditorPlace, parsePlace } from './describe.ts';
import type { ProbeAuditor } from './probe.ts';
import type { AuditorWrite, FetchedVocabulary } from './registry.ts';
import type { CustomAuditorRow } from './tables.ts';

export interface AuditorIntake {
  /** Completes a request; missing members come from `before`. @throws AppError `unprocessable`, `upstream_…`. */
  learn(orgId: string, request: WriteAuditor, before?: CustomAuditorRow): Promise<AuditorWrite>;
  /** Asks a registered auditor again. @throws AppError `conflict` for one without a URL. */
  fetchAgain(row: Pick<CustomAuditorRow, 'org_id' | 'url'>): Promise<FetchedVocabulary>;
}

export function createAuditorIntake({ probe }: { readonly probe: ProbeAuditor }): AuditorIntake {
  const findVocabulary = async (
    orgId: string,
    { vocabulary }: WriteAuditor,
    { url }: AuditorPlace,
    before: CustomAuditorRow | undefined,
  ): Promise<Vocabulary> => {
    if (vocabulary !== undefined) return parseVocabulary(vocabulary, 'vocabulary');
    if (before !== undefined && (url ?? null) === before.url) return before.vocabulary;
    if (url !== undefined) return probe(orgId, url);
    const message = 'an auditor without a url hands its vocabulary in: what GET /vocabulary of it answers';
    const errors = [{ pointer: '/vocabulary', message }];
    throw new AppError('unprocessable', message, {
      detail: message,
      errors,
      extensions: { reason: 'vocabulary_missing' },
    });
  };
  return {
    async learn(orgId, request, before) {
      const place = parsePlace(before === undefined ? request : overStored(request, before));
      return { request, place, vocabulary: await findVocabulary(orgId, request, place, before) };
    },
    async fetchAgain({ org_id, url }) {
      if (url !== null) return { url, vocabulary: await probe(org_id, url) };
      const detail = 'this auditor has no url: hand its vocabulary in with PATCH';
      throw new AppError('conflict', detail, { detail, extensions: { reason: 'auditor_without_url' } });
    },
  };
}

/** Applies a change to the stored address: a port alone applies to the stored URL. */
function overStored(request: WriteAuditor, { image, url, entry }: CustomAuditorRow): WriteAuditor {
  const named = request.image ?? image ?? undefined;
  const base = named === undefined ? {} : { image: named };
  if (request.url !== undefined) {
    return { ...base, url: request.url, ...(request.port === undefined ? {} : { port: request.port }) };
  }
  const port = request.port ?? entry.defaultPort;
  return url === null ? { ...base, port } : { ...base, url: withoutPort(url), port };
}

function withoutPort(url: string): string {
  const parsed = new URL(url);
  parsed.port = '';
  return parsed.href;
}
