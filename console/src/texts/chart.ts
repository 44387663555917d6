/** Texts of charts over time. */
export const chartTexts = { time: 'Start of the interval', none: 'none' } as const;
