/** The auditors that the gateway's own variables choose out of its chain (contract 2.12). */
import { findBuiltInAuditor } from '../../contract/control/built-in-auditors.ts';
import { AppError } from '../../platform/errors.ts';
import type { GatewayConfig } from '../config.ts';
import { builtInId, type ChainItem } from './manifest.ts';

type Choice = Pick<GatewayConfig, 'GATEWAY_AUDITORS' | 'GATEWAY_SKIP_AUDIT'>;

/**
 * Gives the items that are asked: none with `GATEWAY_SKIP_AUDIT`; those that `GATEWAY_AUDITORS` names, in its order; all
 * if it is empty. A name is that of an item, or of a built-in auditor.
 *
 * @throws AppError `config` for a name that is neither, and for one that is there twice
 */
export function chooseItems(items: readonly ChainItem[], choice: Choice): readonly ChainItem[] {
  if (choice.GATEWAY_SKIP_AUDIT) return [];
  const names = choice.GATEWAY_AUDITORS.split(',').map((name) => name.trim());
  const asked = names.filter((name) => name !== '');
  if (asked.length === 0) return items;
  const chosen = asked.map((name) => findItem(items, name));
  const twice = chosen.find((item, index) => chosen.findIndex((other) => other.name === item.name) !== index);
  if (twice !== undefined) throw refuse(`GATEWAY_AUDITORS names ${twice.name} twice`);
  return chosen;
}

function findItem(items: readonly ChainItem[], name: string): ChainItem {
  const item = items.find((one) => one.name === name) ?? items.find((one) => builtInId(one) === name);
  if (item !== undefined) return item;
  const builtIn = findBuiltInAuditor(name);
  if (builtIn === undefined) {
    const known = items.map((one) => one.name).join(', ');
    throw refuse(
      `GATEWAY_AUDITORS names ${name}, which is neither an item of the chain (${known}) nor a built-in auditor`,
    );
  }
  return { name, image: `assay/${name}`, port: builtIn.entry.defaultPort };
}

function refuse(detail: string): AppError {
  return new AppError('config', detail, { detail });
}
