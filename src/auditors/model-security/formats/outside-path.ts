// Tells whether a path in a model file leads out of the model's folder, on any system that may load it.

/** Gives the reason why a path leads out of its folder; undefined for a plain relative path. */
export function leadsOutside(path: string): string | undefined {
  if (path.includes('\0')) return 'a zero byte';
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(path)) return 'a drive or URL';
  if (/^[/\\]/.test(path)) return 'an absolute path';
  if (/^~/.test(path)) return 'a home folder';
  if (path.split(/[/\\]/).some((part) => part.trim() === '..')) return 'a parent folder';
  return undefined;
}
