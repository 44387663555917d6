/** Finds an image by what somebody names: a folder, an archive, or a reference into a registry. */
import { UsageError } from '../options.ts';
import type { FoundImage } from './contents.ts';
import { findKind, readArchive, readLayoutFolder } from './local-image.ts';
import { isHostAndPort, parseImageReference } from './reference.ts';
import { readRegistryImages } from './registry.ts';

/** Gives the labels of each image there: one for each platform, or for each tag of an archive. */
export async function readNamedImages(text: string): Promise<FoundImage[]> {
  const kind = await findKind(text);
  if (kind === 'folder') return readLayoutFolder(text);
  if (kind === 'file') return readArchive(text);
  if (/^[./~]/.test(text) || text.endsWith('.tar')) throw new UsageError(`There is no file or folder ${text}.`);
  if (isHostAndPort(text)) {
    throw new UsageError(`For an auditor that runs there, write http://${text}. An image has a name: ${text}/NAME.`);
  }
  return readRegistryImages(parseImageReference(text));
}
