/**
 * What the Markdown of one article may hold. The reference upstream refuses more with a message that names the limit.
 * Each is some ten times what the longest article of a laboratory has; a text at all of them at once takes upstream
 * about 0.2 s of a processor. No schema weight: web imports it.
 */
export const ARTICLE_LIMITS = {
  /** Characters (UTF-16 units). */
  chars: 200_000,
  /** Pieces of markup and text that the parser finds: paragraphs, cells, emphasised words and the like. */
  tokens: 60_000,
  /** Cells of one table, the empty ones that fill up short rows included. */
  cells: 5_000,
  /** Links and pictures together. */
  links: 2_000,
  /** Lists within each other; a quotation or an emphasis counts half. */
  levels: 20,
} as const
