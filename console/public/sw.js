// Keeps the page Verify for use without a network: the page itself and the assets that it names. It never touches the API, and pages
// outside of /console/verify are not under its control.
const cacheName = 'assay-verify';
const page = '/console/verify';
const icon = '/console/icon.svg';

const isAsset = (path) => path.startsWith('/console/assets/') || path === icon;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  const { keep } = event.data ?? {};
  const [port] = event.ports;
  if (!Array.isArray(keep) || port === undefined) return;
  const paths = keep.filter((path) => typeof path === 'string' && isAsset(path));
  event.waitUntil(
    store(paths).then(
      () => port.postMessage('kept'),
      () => port.postMessage('failed'),
    ),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && (pathname === page || pathname.startsWith(`${page}/`))) {
    event.respondWith(fetch(request).catch((error) => fromCache(page, error)));
  } else if (isAsset(pathname)) {
    // The name of an asset holds the hash of its content.
    event.respondWith(caches.match(pathname, { cacheName, ignoreVary: true }).then((kept) => kept ?? fetch(request)));
  }
});

/** Takes what is there before anything goes, so that a failure leaves the old page whole. */
async function store(paths) {
  const cache = await caches.open(cacheName);
  const kept = new Set([page, ...paths]);
  const missing = [];
  for (const path of paths) if (!(await cache.match(path, { ignoreVary: true }))) missing.push(path);
  await cache.addAll(missing);
  await cache.add(new Request(page, { cache: 'reload' })).catch(async (error) => {
    // Without a network the page that was kept before is as good.
    if (missing.length > 0 || !(await cache.match(page, { ignoreVary: true }))) throw error;
  });
  for (const request of await cache.keys()) {
    if (!kept.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}

async function fromCache(path, error) {
  const kept = await caches.match(path, { cacheName, ignoreVary: true });
  if (kept === undefined) throw error;
  return kept;
}
