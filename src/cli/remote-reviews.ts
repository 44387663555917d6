/** Requests of commands about access reviews. */
import { type Listed, readList } from './page.ts';
import type { Service } from './service.ts';
import {
  type Decision,
  decision,
  decisionPage,
  type Instance,
  instance,
  instancePage,
  type Review,
  review,
  reviewPage,
} from './wire-reviews.ts';

const path = '/v1/access-reviews';
const at = (...names: readonly string[]) => [path, ...names.map(encodeURIComponent)].join('/');

export function listReviews(service: Service, limit: number): Promise<Listed<Review>> {
  return readList(service, { path, query: {}, limit, isPage: (value) => reviewPage.Check(value) });
}

export function getReview(service: Service, id: string): Promise<Review> {
  return service.json({ path: at(id) }, (value) => review.Check(value));
}

export function createReview(service: Service, body: object): Promise<Review> {
  return service.json({ method: 'POST', path, body }, (value) => review.Check(value));
}

export function endReview(service: Service, id: string): Promise<Review> {
  return service.json({ method: 'POST', path: at(id, 'end') }, (value) => review.Check(value));
}

export function listInstances(service: Service, id: string, limit: number): Promise<Listed<Instance>> {
  const call = { path: at(id, 'instances'), query: {}, limit };
  return readList(service, { ...call, isPage: (value) => instancePage.Check(value) });
}

/** A step of an instance; a long one may take its time. */
export function stepInstance(service: Service, id: string, step: 'start' | 'complete' | 'apply'): Promise<Instance> {
  const call = { method: 'POST', path: at('instances', id, step), timeoutMs: 120_000 } as const;
  return service.json(call, (value) => instance.Check(value));
}

export function listDecisions(
  service: Service,
  id: string,
  filter: { readonly decision?: string },
  limit: number,
): Promise<Listed<Decision>> {
  const call = { path: at('instances', id, 'decisions'), query: { decision: filter.decision }, limit };
  return readList(service, { ...call, isPage: (value) => decisionPage.Check(value) });
}

/** @throws AppError `precondition_failed` when somebody decided meanwhile. */
export function decideOne(service: Service, { instance_id, id, revision }: Decision, body: object): Promise<Decision> {
  const call = { method: 'PATCH', path: at('instances', instance_id, 'decisions', id), body, revision } as const;
  return service.json(call, (value) => decision.Check(value));
}
