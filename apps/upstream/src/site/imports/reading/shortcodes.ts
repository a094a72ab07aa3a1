/* Marks of WordPress in its texts: `[gallery ids="1"]`, and texts without paragraphs. */

const CODE = /\[([a-z][a-z0-9_-]{1,40})(?:\s[^[\]]{0,500})?\]/g

/** Lists the shortcodes of a text, each once. Captions are not among them, because they become captions. */
export function listShortcodes(html: string): string[] {
  const names = [...html.matchAll(CODE)].map(([, name = '']) => name)
  return [...new Set(names)].filter((name) => name !== 'caption')
}

/** Makes figures of `[caption]<img …> words[/caption]`. */
export function openCaptions(html: string): string {
  const [first = '', ...rest] = html.split('[caption')
  return (
    first +
    rest
      .map((part) => {
        const start = part.indexOf(']')
        const end = part.indexOf('[/caption]')
        if (start < 0 || end < start) return `[caption${part}`
        const inner = part.slice(start + 1, end)
        const at = Math.max(inner.lastIndexOf('>'), 0) + 1
        const figure = `<figure>${inner.slice(0, at)}<figcaption>${inner.slice(at)}</figcaption></figure>`
        return figure + part.slice(end + '[/caption]'.length)
      })
      .join('')
  )
}

const BLOCK = /^<\/?(?:p|div|h[1-6]|ul|ol|li|table|thead|tbody|tr|td|th|blockquote|pre|figure|hr|section|iframe)\b/i

/** Makes paragraphs of a text of the classic editor, which stores them as blank lines. */
export function addParagraphs(html: string): string {
  if (/<!-- wp:|<p[\s>]/i.test(html)) return html
  const parts = html.replaceAll('\r', '').split(/(?=<pre[\s>])/i)
  return parts
    .map((part) => {
      // The lines of a block of code stay as they are.
      const end = /^<pre/i.test(part) ? findEnd(part, '</pre>') : 0
      return part.slice(0, end) + wrapParagraphs(part.slice(end))
    })
    .join('\n')
}

/** Position behind a word; the end of the text when it is missing. */
const findEnd = (text: string, word: string) => (text.includes(word) ? text.indexOf(word) + word.length : text.length)

const wrapParagraphs = (html: string) =>
  html
    .split(/\n{2,}/)
    .map((part) => {
      const text = part.trim()
      return text === '' || BLOCK.test(text) ? text : `<p>${text.replaceAll('\n', '<br>')}</p>`
    })
    .join('\n')
