/** Smallest valid contents of each media type. */

/** A PNG of one pixel. */
export const image = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

/** A WAV of no samples. */
export const audio = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

/** Contents of a text resource. */
export const embeddedText = (uri: string, text: string) => ({ uri, mimeType: 'text/plain', text });
