/** The addresses of the style sheet and the mark: they change with their content, so that they may be kept for ever. */
import { createHash } from 'node:crypto';
import type { Assets } from './layout.ts';
import { markFile, styleSheet } from './style-sheet.ts';

const versionOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

export const pageAssets: Assets = {
  styleSheet: `/assets/pages.css?v=${versionOf(styleSheet)}`,
  mark: `/assets/mark.svg?v=${versionOf(markFile)}`,
};
