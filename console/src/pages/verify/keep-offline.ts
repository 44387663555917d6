/** Keeps this page in the browser, so that it works without a network after one visit. */

/** Addresses of the scripts and styles that this page has loaded. */
export function toKept(urls: readonly string[], origin: string): string[] {
  const own = urls.filter((url) => {
    const { origin: from, pathname } = new URL(url, origin);
    return from === origin && (pathname.startsWith('/console/assets/') || pathname === '/console/icon.svg');
  });
  return [...new Set(own.map((url) => new URL(url, origin).pathname))];
}

/** `unsafe`: the page has no secure origin, or the browser no service workers. */
export async function keepOffline(): Promise<'kept' | 'failed' | 'unsafe'> {
  if (!('serviceWorker' in navigator)) return 'unsafe';
  // The checks are part of what is kept.
  await import('./judge.ts');
  const worker = await navigator.serviceWorker.register('/console/sw.js', { scope: '/console/verify' });
  const active = await whenActive(worker);
  const urls = performance.getEntriesByType('resource').map(({ name }) => name);
  const answer = await ask(active, { keep: toKept([...urls, ...linkedUrls()], location.origin) });
  return answer === 'kept' ? 'kept' : 'failed';
}

/** Files that the browser took from its memory are in no list of what it has loaded. */
function linkedUrls(): string[] {
  const scripts = Array.from(document.scripts, ({ src }) => src);
  const links = Array.from(document.querySelectorAll<HTMLLinkElement>('link[href]'), ({ href }) => href);
  return [...scripts, ...links].filter((url) => url !== '');
}

async function whenActive({ active, waiting, installing }: ServiceWorkerRegistration): Promise<ServiceWorker> {
  const worker = installing ?? waiting ?? active;
  if (worker === null) throw new Error('the service worker was not installed');
  if (worker.state === 'activated') return worker;
  return new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve(worker);
      if (worker.state === 'redundant') reject(new Error('the service worker was not installed'));
    });
  });
}

function ask(worker: ServiceWorker, message: object): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => {
      port1.close();
      resolve(data);
    };
    worker.postMessage(message, [port2]);
  });
}
