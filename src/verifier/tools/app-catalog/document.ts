/** Checks a version beyond its shape, and computes its digest. */
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import { builtInIdOfImage } from '../../../configuration/chain/resolve-chain.ts';
import type { AppDocument } from '../../../contract/api/app-catalog/shapes.ts';
import { findBuiltInAuditor } from '../../../contract/control/built-in-auditors.ts';
import { unprocessable } from '../../../platform/refusals.ts';
import { isSkill, readSkill } from '../../../platform/tools/skill-files.ts';
import { parseUrl } from '../../../platform/url.ts';
import { parseVocabulary } from '../../configuration/auditor-catalog/check-vocabulary.ts';

/** True for a host that may be called without TLS. */
export type MayBePlain = (host: string) => boolean;

type Remote = NonNullable<AppDocument['remotes']>[number];
type Package = NonNullable<AppDocument['packages']>[number];

/** Gives `sha256:<hex>` over the canonical JSON (RFC 8785). */
export function documentDigestOf(document: AppDocument): string {
  return `sha256:${sha256Hex(canonicalize(document))}`;
}

/** @throws AppError `unprocessable` naming the place. */
export function assertDocument(document: AppDocument, mayBePlain: MayBePlain): void {
  const { remotes = [], packages = [], type } = document;
  assertAuditor(document, mayBePlain);
  assertRuntime(document);
  assertSkill(document);
  assertAgent(document);
  if (type === 'mcp_server' && remotes.length + packages.length === 0) {
    throw unprocessable('unreachable', '/remotes', 'an MCP server needs a remote or a package');
  }
  for (const [index, remote] of remotes.entries()) assertRemote(remote, `/remotes/${index}`, mayBePlain);
  const twice = remotes.findIndex(({ url }, index) => remotes.findIndex((other) => other.url === url) !== index);
  if (twice >= 0) throw unprocessable('duplicate', `/remotes/${twice}/url`, 'two remotes have this URL');
  for (const [index, one] of packages.entries()) assertPackage(one, `/packages/${index}`, mayBePlain);
}

function assertAuditor({ type, auditor }: AppDocument, mayBePlain: MayBePlain): void {
  if (type !== 'auditor') {
    if (auditor === undefined) return;
    throw unprocessable('wrong_type', '/auditor', `an app of type ${type} is no auditor`);
  }
  if (auditor === undefined) {
    throw unprocessable('unreachable', '/auditor', 'an auditor needs auditor_id, and a url or an image');
  }
  const { auditor_id: id, url, image, vocabulary } = auditor;
  if ((url === undefined) === (image === undefined)) {
    throw unprocessable('unreachable', '/auditor', 'an auditor needs a url or an image, and not both');
  }
  if (url !== undefined) assertAddress(url, '/auditor/url', mayBePlain);
  if (vocabulary !== undefined && parseVocabulary(vocabulary, '/auditor/vocabulary').auditor_id !== id) {
    throw unprocessable('auditor_mismatch', '/auditor/vocabulary/auditor_id', `it is not ${id}`);
  }
  const builtIn = image === undefined ? undefined : builtInIdOfImage(image);
  if (builtIn !== undefined && (builtIn !== id || findBuiltInAuditor(id) === undefined)) {
    throw unprocessable('auditor_mismatch', '/auditor/image', `${image} is not the built-in auditor ${id}`);
  }
  if (builtIn === undefined && findBuiltInAuditor(id) !== undefined) {
    throw unprocessable('auditor_mismatch', '/auditor/auditor_id', `${id} is a built-in auditor: give it another id`);
  }
}

/** A runtime of the release itself declares nothing: it is no environment of an agent. */
function assertRuntime({ type, runtime }: AppDocument): void {
  if (runtime === undefined) return;
  if (type !== 'runtime') throw unprocessable('wrong_type', '/runtime', `an app of type ${type} is no runtime`);
  if (runtime.command === undefined && runtime.image === undefined) {
    throw unprocessable('nothing_to_run', '/runtime', 'a runtime needs a command, an image, or both');
  }
}

function assertSkill({ type, skill, remotes, packages }: AppDocument): void {
  if (type !== 'skill') {
    if (skill === undefined) return;
    throw unprocessable('wrong_type', '/skill', `an app of type ${type} is no skill`);
  }
  if (skill === undefined) throw unprocessable('no_files', '/skill', 'a skill needs its files, one of them SKILL.md');
  if (remotes !== undefined || packages !== undefined) {
    throw unprocessable('skill_with_server', '/type', 'a skill has no server: publish its server as another app');
  }
  const read = readSkill(skill.files);
  if (isSkill(read)) return;
  const place = read.index === undefined ? '/skill/files' : `/skill/files/${read.index}`;
  throw unprocessable('skill_invalid', place, read.message);
}

/** Kinds of credentials that an agent takes: a secret in a header, which the entry names. */
const agentCredentials = new Set([undefined, 'none', 'api_key', 'basic']);

function assertAgent({ type, remotes = [], packages, auth_hint: hint }: AppDocument): void {
  const index = remotes.findIndex((remote) => (remote.type === 'a2a') !== (type === 'a2a_agent'));
  if (index >= 0) {
    const message = 'type a2a is for the endpoint of an app of type a2a_agent, which has no other';
    throw unprocessable('remote_type', `/remotes/${index}/type`, message);
  }
  if (type !== 'a2a_agent') return;
  if (remotes.length !== 1 || packages !== undefined) {
    const message = 'an A2A agent needs exactly one remote: its JSON-RPC endpoint, with type a2a';
    throw unprocessable('unreachable', '/remotes', message);
  }
  if (agentCredentials.has(hint?.type)) return;
  const message = 'an A2A agent is called with a secret header (api_key, basic) or without a credential';
  throw unprocessable('agent_credential', '/auth_hint/type', message);
}

function assertRemote({ type, url, card, headers = [] }: Remote, pointer: string, mayBePlain: MayBePlain): void {
  assertAddress(url, `${pointer}/url`, mayBePlain);
  if (card !== undefined) {
    if (type !== 'a2a') throw unprocessable('remote_type', `${pointer}/card`, 'only an A2A agent has a card');
    assertAddress(card, `${pointer}/card`, mayBePlain);
    // The credential of the agent goes there too.
    if (originOf(card) !== originOf(url)) {
      throw unprocessable('card_elsewhere', `${pointer}/card`, 'the card must be at the host and port of the url');
    }
  }
  for (const [index, { isSecret, value }] of headers.entries()) {
    if (isSecret !== true || value === undefined || placeholder.test(value)) continue;
    const message = 'an entry must not contain a secret: write {name} instead, and store the secret as a credential';
    throw unprocessable('secret_in_entry', `${pointer}/headers/${index}/value`, message);
  }
}

function assertPackage(one: Package, pointer: string, mayBePlain: MayBePlain): void {
  if (/^latest$/i.test(one.version) || /(?:^|\.)[xX](?:$|\.)/.test(one.version)) {
    throw unprocessable('version_not_exact', `${pointer}/version`, 'a package needs one exact version');
  }
  const { transport } = one;
  if (transport.type !== 'stdio' && transport.url === undefined) {
    throw unprocessable(
      'url_missing',
      `${pointer}/transport/url`,
      `a package with transport ${transport.type} needs a url`,
    );
  }
  if (transport.url !== undefined) assertAddress(transport.url, `${pointer}/transport/url`, isLoopback(mayBePlain));
  for (const [index, { isSecret, default: value }] of (one.environmentVariables ?? []).entries()) {
    if (isSecret !== true || value === undefined) continue;
    const place = `${pointer}/environmentVariables/${index}/default`;
    throw unprocessable('secret_in_entry', place, 'an entry must not contain a secret: store it as a credential');
  }
}

/** Everything before the path, as it is written, with its variables. */
function originOf(template: string): string {
  return template.toLowerCase().split(/[/?#]/, 3).join('/');
}

/** Allows loopback without TLS: a package runs beside the agent and answers there. */
function isLoopback(mayBePlain: MayBePlain): MayBePlain {
  return (host) => host === 'localhost' || host === '127.0.0.1' || host === '[::1]' || mayBePlain(host);
}

const placeholder = /\{[A-Za-z_][A-Za-z0-9_]*\}/;
const placeholders = new RegExp(placeholder, 'g');

function assertAddress(text: string, pointer: string, mayBePlain: MayBePlain): void {
  // A host or port with variables is checked once they are known: at the call, like every other address.
  const url = parseUrl(text.replaceAll(placeholders, '1'));
  const isWrong = url === undefined || url.username !== '' || url.password !== '' || url.hash !== '';
  if (isWrong || /[{}<>"\\^`|]/.test(text.replaceAll(placeholders, ''))) {
    throw unprocessable('url', pointer, 'it is no URL that can be called: no user, no password, no fragment');
  }
  if (url.protocol === 'https:' || (url.protocol === 'http:' && mayBePlain(url.hostname))) return;
  throw unprocessable(
    'url_not_https',
    pointer,
    `it takes https; ${url.protocol === 'http:' ? plainHint(url.hostname) : 'no other address is called'}`,
  );
}

/** Says how to allow the host. */
function plainHint(host: string): string {
  return `http is for allowed hosts only: the operator may allow ${host} (assay org outbound, or VERIFIER_OUTBOUND_ALLOW)`;
}
