/**
 * Public names of tools at `/mcp`: `{alias}__{name}`, within MCP's rule for names (1 to 128 of `[A-Za-z0-9_.-]`). A
 * name that does not fit gets a stand-in: its readable part, a point, and 32 hex digits of its hash. A name that looks
 * like a stand-in gets one too, so no server can take one. The public name depends on alias and bare name only, so
 * other tools never change it, and no two tools share one, because an alias holds no underscore.
 */
import { sha256Hex } from '@assay/sdk/crypto';

const maxChars = 128;
const fitting = /^[A-Za-z0-9_.-]+$/;
const standIn = /\.[0-9a-f]{32}$/;
const maxReadable = 40;
const hashDigits = 32;

export function toPublicName(alias: string, bareName: string): string {
  const plain = `${alias}__${bareName}`;
  if (plain.length <= maxChars && fitting.test(bareName) && !standIn.test(bareName)) return plain;
  const readable = bareName
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, maxReadable);
  return `${alias}__${readable}.${sha256Hex(bareName.toWellFormed()).slice(0, hashDigits)}`;
}
