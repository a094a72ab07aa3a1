/**
 * Control characters, invisible marks and changes of the writing direction, which could disguise a name, except the
 * joiner inside an emoji.
 */
const INVISIBLE =
  /(?!\u200d)[\p{Cc}\p{Cf}\p{Co}\p{Cs}]|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d/gu

/**
 * Converts input of a user or provider to plain text of one line: composed, without invisible characters, single
 * blanks, trimmed.
 * @param max maximum length in UTF-16 units; no character is cut in two
 */
export function toOneLine(typed: string, max: number): string {
  const clean = typed.normalize('NFC').replace(/\s+/g, ' ').replace(INVISIBLE, '').trim()
  return clean.length <= max
    ? clean
    : clean
        .slice(0, max)
        .replace(/[\ud800-\udbff]$/, '')
        .trim()
}
