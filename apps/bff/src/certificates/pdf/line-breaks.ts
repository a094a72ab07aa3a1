/** Characters that must not begin a line. */
const CLOSING = /^[，。、；：？！）】》〉」』〕”’％‰℃°·…—～,.;:!?)\]}%]/u
/** Characters that must not end a line. */
const OPENING = /[（【《〈「『〔“‘([{]$/u
/** Characters before and after which a line may break. */
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u
/** Space that keeps a unit with its number. */
const NO_BREAK = '\u00a0'
const PIECES = new RegExp(
  `\\n|[ \\t]+|${IDEOGRAPH.source}|[^\\s\\u3000-\\u303f\\uff00-\\uffef\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]+|.`,
  'gu',
)

/**
 * Breaks text into lines of at most `maxWidth`. Latin words and numbers stay whole unless one alone is too wide; no
 * line begins with a closing sign or ends with an opening one (GB/T 15834, 5.1).
 * @param measureWidth measures a text in the unit of `maxWidth`
 */
export function breakLines(text: string, maxWidth: number, measureWidth: (text: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => breakParagraph(paragraph.trim(), maxWidth, measureWidth))
}

function breakParagraph(text: string, maxWidth: number, measureWidth: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  let width = 0
  const end = () => {
    lines.push(line.trimEnd())
    line = ''
    width = 0
  }
  for (const piece of splitPieces(text)) {
    const pieceWidth = measureWidth(piece)
    // Trailing blanks do not count.
    if (width > 0 && width + measureWidth(piece.trimEnd()) > maxWidth) end()
    if (line === '' && piece.trim() === '') continue
    if (pieceWidth <= maxWidth) {
      line += piece
      width += pieceWidth
      continue
    }
    for (const character of piece) {
      const characterWidth = measureWidth(character)
      if (width > 0 && width + characterWidth > maxWidth) end()
      line += character
      width += characterWidth
    }
  }
  if (line.trim() !== '') end()
  return lines
}

/** Splits the text into pieces between which a line may break. */
function splitPieces(text: string): string[] {
  const pieces: string[] = []
  for (const [piece] of text.matchAll(PIECES)) {
    const before = pieces.at(-1)
    const isGlued = piece === NO_BREAK || before?.endsWith(NO_BREAK)
    const isBound =
      before !== undefined && before.trim() !== '' && (isGlued || CLOSING.test(piece) || OPENING.test(before))
    // A long run of punctuation is not kept together.
    if (isBound && before.length < 12) pieces[pieces.length - 1] = before + piece
    else pieces.push(piece)
  }
  return pieces
}
