/**
 * Limits of one article's Markdown. The reference upstream refuses more with a message that names the limit. Each is
 * some ten times a laboratory's longest article; a text at all limits takes upstream about 0.2 s of CPU. No schema
 * weight: web imports it.
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
