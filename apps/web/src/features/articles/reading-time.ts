/** Approximate length of an article. */
export interface ReadingTime {
  /** Chinese characters and Latin words, rounded: `约 2,400 字`. */
  characters: number
  /** At least 1. */
  minutes: number
}

/** Silent reading of Chinese prose with figures and tables; the design's sample is 2,400 characters in 7 minutes. */
const CHARACTERS_PER_MINUTE = 350
/** Words and numbers count as one; so does every ideograph. */
const READ_AT_ONCE = /\p{Script=Han}|[\p{L}\p{N}]+(?:[.\-–/][\p{L}\p{N}]+)*/gu
/** Separates ideographs, which a run of letters would include. */
const HAN = /(\p{Script=Han})/gu

export function readingTimeOf(text: string): ReadingTime {
  const exact = text.replace(HAN, ' $1 ').match(READ_AT_ONCE)?.length ?? 0
  const step = exact >= 1000 ? 100 : 10
  return {
    characters: exact < step ? exact : Math.round(exact / step) * step,
    minutes: Math.max(1, Math.round(exact / CHARACTERS_PER_MINUTE)),
  }
}
