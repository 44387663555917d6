/** Settings that start every service on a free port, beside anything else on this machine. */
import { auditors } from '../src/auditors/catalog.ts';

/** `<NAME>_PORT=0` for every service. */
export function toFreePorts(): Record<string, string> {
  const names = ['gateway', 'mcp-gateway', 'verifier', 'attestor', ...auditors.map(({ id }) => id)];
  return Object.fromEntries(names.map((name) => [`${name.toUpperCase().replaceAll('-', '_')}_PORT`, '0']));
}
