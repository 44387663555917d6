/** Tells a wrong method (405) from an unknown path (404). The router alone answers 404 to both. */

export interface AllowedMethods {
  add(method: string | readonly string[], url: string): void;
  /** Lists the methods of a path, sorted; empty for an unknown path. */
  find(path: string): string[];
}

/** Collects the routes of one app. */
export function createAllowedMethods(): AllowedMethods {
  const routes = new Map<string, { form: RegExp; methods: Set<string> }>();
  return {
    add(method, url) {
      const row = routes.get(url) ?? { form: toForm(url), methods: new Set<string>() };
      for (const name of [method].flat()) row.methods.add(name);
      routes.set(url, row);
    },
    find(path) {
      const found = [...routes.values()].filter(({ form }) => form.test(path)).flatMap(({ methods }) => [...methods]);
      return [...new Set(found)].sort();
    },
  };
}

function toForm(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part.startsWith(':')) return '[^/]+';
    if (part === '*') return '.*';
    return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}/?$`);
}
