/** The addresses of the style sheet and the mark. They change with the content, so browsers may cache them for ever. */
import { createHash } from 'node:crypto';
import type { Assets } from './layout.ts';
import { markFile, styleSheet } from './style-sheet.ts';

const versionOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

export const pageAssets: Assets = {
  styleSheet: `/assets/pages.css?v=${versionOf(styleSheet)}`,
  mark: `/assets/mark.svg?v=${versionOf(markFile)}`,
};
