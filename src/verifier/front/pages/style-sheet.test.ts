import { describe, expect, it } from 'vitest';
import { styleSheet } from './style-sheet.ts';

/** Relative luminance (WCAG 2.2). */
function luminanceOf(colour: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(left: string, right: string): number {
  const [dark = 0, light = 0] = [luminanceOf(left), luminanceOf(right)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const [light = '', dark = ''] = [...styleSheet.matchAll(/:root \{([^}]*)\}/g)].map(([, body]) => body ?? '');
const coloursOf = (block: string) =>
  new Map([...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', colour = '']) => [name, colour]));

describe.each([
  ['light', coloursOf(light)],
  ['dark', coloursOf(dark)],
])('the %s colours', (_, colours) => {
  const contrast = (text: string, ground: string) => contrastOf(colours.get(text) ?? '', colours.get(ground) ?? '');

  it.each([
    ...[
      ['text', 'page'],
      ['text', 'surface'],
      ['text', 'tint'],
      ['text', 'danger-tint'],
      ['muted', 'page'],
    ],
    ...[
      ['muted', 'surface'],
      ['accent', 'page'],
      ['accent', 'surface'],
      ['accent-strong', 'surface'],
    ],
    ...[
      ['accent-strong', 'tint'],
      ['on-accent', 'accent'],
      ['on-accent', 'accent-strong'],
      ['danger', 'surface'],
    ],
    ...[
      ['danger', 'danger-tint'],
      ['danger', 'page'],
    ],
  ])('keep AA for text: %s on %s', (text, ground) => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ...[
      ['edge', 'surface'],
      ['edge', 'page'],
      ['accent', 'page'],
      ['accent', 'surface'],
      ['danger', 'surface'],
    ],
  ])('keep AA for what one works with: %s on %s', (edge, ground) => {
    expect(contrast(edge, ground)).toBeGreaterThanOrEqual(3);
  });
});

describe('the style sheet', () => {
  it('loads nothing, and cannot end the template that it stands in', () => {
    expect(styleSheet).not.toMatch(/url\(|@import|@font-face|<\//);
  });
});
