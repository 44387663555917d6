/** Serves the style sheet and the mark, so that a page loads nothing from another site. */
import type { Routes } from '../../base/feature.ts';
import { markFile, styleSheet } from './style-sheet.ts';

const files = [
  { path: '/assets/pages.css', type: 'text/css; charset=utf-8', text: styleSheet },
  { path: '/assets/mark.svg', type: 'image/svg+xml', text: markFile },
] as const;

export function assetRoutes(): Routes {
  return async (app) => {
    for (const { path, type, text } of files) {
      app.get(path, async (_request, reply) =>
        reply
          .headers({
            'cache-control': 'public, max-age=31536000, immutable',
            'x-content-type-options': 'nosniff',
            'content-security-policy': "default-src 'none'",
            'cross-origin-resource-policy': 'same-origin',
          })
          .type(type)
          .send(text),
      );
    }
  };
}
