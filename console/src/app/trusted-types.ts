/**
 * The page's only Trusted Types policy. Component libraries write style sheets through `innerHTML` of a style element: text without
 * `<` cannot make an element, so it passes. Markup and scripts never pass. Workers load from our own assets only.
 */
interface PolicyFactory {
  createPolicy(name: string, rules: Readonly<Record<string, (value: string) => string>>): unknown;
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: PolicyFactory };

trustedTypes?.createPolicy('default', {
  createHTML: (value) => {
    if (value.includes('<')) throw new TypeError('the console never turns text into markup');
    return value;
  },
  // Libraries try out whether they may make code. They may not, and this answer leaves no report of a violation.
  createScript: () => {
    throw new TypeError('the console never turns text into code');
  },
  createScriptURL: (value) => {
    const { origin, pathname } = new URL(value, location.href);
    if (origin === location.origin && isOwnScript(pathname)) return value;
    throw new TypeError('the console loads scripts from its own assets only');
  },
});

function isOwnScript(path: string): boolean {
  return path.startsWith('/console/assets/') || path === '/console/sw.js';
}
