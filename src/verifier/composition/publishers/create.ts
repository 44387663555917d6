/** Wires publishers. */
import type { CompositionDeps } from '../create.ts';
import { createPublisherService, type PublisherService } from './service.ts';
import { createPublisherStore } from './store.ts';

export interface PublisherServices {
  readonly publishers: PublisherService;
}

export function createPublisherServices({ audit, clock, randomBytes }: CompositionDeps): PublisherServices {
  return { publishers: createPublisherService({ store: createPublisherStore(), audit, clock, randomBytes }) };
}
