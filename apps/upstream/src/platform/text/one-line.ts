/**
 * Control characters, invisible marks and changes of the writing direction could disguise a name. Only the joiner
 * inside an emoji stays.
 */
const INVISIBLE =
  /(?!\u200d)[\p{Cc}\p{Cf}\p{Co}\p{Cs}]|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d/gu

/**
 * User or provider input as plain text of one line: composed, without invisible characters, single blanks, trimmed.
 * @param max longest, UTF-16 units; never cuts a character in two
 */
export function oneLine(typed: string, max: number): string {
  const clean = typed.normalize('NFC').replace(/\s+/g, ' ').replace(INVISIBLE, '').trim()
  return clean.length <= max
    ? clean
    : clean
        .slice(0, max)
        .replace(/[\ud800-\udbff]$/, '')
        .trim()
}
