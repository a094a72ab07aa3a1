import { parseDocument } from '#lib/html/trusted-html.ts'

/* The editor of WeChat drops classes and style sheets and keeps inline styles, so each element gets its style from a fixed table.
   The HTML is written as text, because the content security policy refuses `style` attributes in documents. */

const TEXT = 'font-size:16px;line-height:1.75;color:#1f2a33'
const CELL = 'padding:8px 10px;border:1px solid #c9d1d6;font-size:14px;line-height:1.6'

/** Elements that are kept, with their names for WeChat and their styles. Of all others, the content is kept. */
const ELEMENTS: Readonly<Record<string, readonly [name: string, style: string]>> = {
  P: ['p', `margin:0 0 16px;${TEXT}`],
  H2: ['h2', 'margin:32px 0 16px;font-size:20px;line-height:1.5;font-weight:bold;color:#12213a'],
  H3: ['h3', 'margin:24px 0 12px;font-size:17px;line-height:1.5;font-weight:bold;color:#12213a'],
  H4: ['h4', 'margin:20px 0 10px;font-size:16px;line-height:1.5;font-weight:bold;color:#12213a'],
  BLOCKQUOTE: ['blockquote', 'margin:0 0 16px;padding:4px 0 4px 14px;border-left:3px solid #14706c;color:#4a5860'],
  UL: ['ul', `margin:0 0 16px;padding-left:24px;list-style-type:disc;${TEXT}`],
  OL: ['ol', `margin:0 0 16px;padding-left:24px;list-style-type:decimal;${TEXT}`],
  LI: ['li', 'margin:0 0 6px'],
  TABLE: ['table', 'width:100%;margin:0 0 16px;border-collapse:collapse'],
  THEAD: ['thead', ''],
  TBODY: ['tbody', ''],
  TR: ['tr', ''],
  TH: ['th', `${CELL};background-color:#eef1f2;font-weight:bold;text-align:left`],
  TD: ['td', CELL],
  FIGURE: ['section', 'margin:0 0 16px;text-align:center'],
  FIGCAPTION: ['p', 'margin:8px 0 0;font-size:14px;line-height:1.6;color:#6b7780;text-align:center'],
  PRE: ['section', 'margin:0 0 16px;padding:12px;background-color:#f3f5f6;font-size:14px;white-space:pre-wrap'],
  CODE: ['code', 'font-size:14px;font-family:Consolas,Menlo,monospace;background-color:#f3f5f6'],
  STRONG: ['strong', 'font-weight:bold'],
  EM: ['em', ''],
  S: ['s', ''],
  SUB: ['sub', ''],
  SUP: ['sup', ''],
  BR: ['br', ''],
  HR: ['hr', 'margin:24px 0;border:0;border-top:1px solid #c9d1d6'],
}
const EMPTY = ['BR', 'HR', 'IMG']
const IMAGE = 'max-width:100%;height:auto'
const BLOCKS = /^(P|H[2-4]|LI|TR|FIGCAPTION|PRE)$/
const COLUMNS_MAX = 5

export interface WechatArticle {
  html: string
  text: string
  pictures: number
  /** Links that became numbered references. */
  references: number
  /** Tables that are too wide for a phone. */
  wideTables: number
}

/** Converts the rendered HTML of an article for the editor of WeChat. @param origin origin of this site */
export function makeWechatArticle(rendered: string, origin: string): WechatArticle {
  const { body } = parseDocument(rendered)
  const addresses: string[] = []
  let text = ''

  function writeLink(link: Element): string {
    const content = writeChildren(link)
    const address = link.getAttribute('href') ?? ''
    const absolute = /^(https?:\/\/|\/)/.test(address) ? toAbsolute(address, origin) : null
    if (absolute === null) return content
    if (absolute.startsWith('https://mp.weixin.qq.com/')) return `<a href="${escapeText(absolute)}">${content}</a>`
    if (!addresses.includes(absolute)) addresses.push(absolute)
    const mark = `[${addresses.indexOf(absolute) + 1}]`
    text += mark
    return `${content}<sup>${mark}</sup>`
  }
  function writeElement(element: Element): string {
    const { tagName } = element
    if (tagName === 'A') return writeLink(element)
    if (tagName === 'IMG') {
      const address = toAbsolute(element.getAttribute('src') ?? '', origin)
      if (address === null) return ''
      return `<img src="${escapeText(address)}" alt="${escapeText(element.getAttribute('alt') ?? '')}" style="${IMAGE}">`
    }
    const known = ELEMENTS[tagName]
    const content = writeChildren(element)
    if (BLOCKS.test(tagName)) text += '\n'
    if (tagName === 'TD' || tagName === 'TH') text += '\t'
    if (!known) return content
    const align =
      element.getAttribute('align') ?? /text-align:\s*(\w+)/.exec(element.getAttribute('data-style') ?? '')?.[1]
    const style = [known[1], align && /^(left|center|right)$/.test(align) && `text-align:${align}`].filter(Boolean)
    const open = `<${known[0]}${style.length > 0 ? ` style="${style.join(';')}"` : ''}>`
    return EMPTY.includes(tagName) ? open : `${open}${content}</${known[0]}>`
  }
  function writeChildren(parent: Element): string {
    return [...parent.childNodes]
      .map((node) => {
        if (node instanceof Element || node.nodeType === Node.ELEMENT_NODE) return writeElement(node as Element)
        if (node.nodeType !== Node.TEXT_NODE) return ''
        const words = node.nodeValue ?? ''
        // The renderer writes a line end between elements.
        if (!/^\s*\n\s*$/.test(words)) text += words
        return escapeText(words)
      })
      .join('')
  }

  const content = writeChildren(body)
  const notes = addresses.map((address, at) => `[${at + 1}] ${address}`)
  const noteStyle = 'margin:0 0 6px;font-size:14px;line-height:1.6;color:#6b7780;word-break:break-all'
  const list = notes.map((note) => `<p style="${noteStyle}">${escapeText(note)}</p>`).join('')
  const heading = `<p style="margin:32px 0 8px;font-size:14px;font-weight:bold;color:#6b7780">参考链接</p>`
  const wide = [...body.querySelectorAll('table')].filter(
    (table) => Math.max(0, ...[...table.rows].map(({ cells }) => cells.length)) > COLUMNS_MAX,
  )
  return {
    html: `<section>${content}${notes.length > 0 ? heading + list : ''}</section>`,
    text: [text.replace(/\t\n/g, '\n').trim(), ...(notes.length > 0 ? ['参考链接', ...notes] : [])].join('\n'),
    pictures: body.querySelectorAll('img').length,
    references: addresses.length,
    wideTables: wide.length,
  }
}

/** Completes an address of a text; `null` when it is none, such as `https://[a`. */
function toAbsolute(address: string, origin: string): string | null {
  try {
    return new URL(address, origin).href
  } catch {
    return null
  }
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

/** Whether WeChat cannot fetch pictures from this host, as it is on an internal network. */
export function isInternalHost(host: string): boolean {
  return /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)|\.(local|lan|internal)$|^[^.]+$/.test(host)
}
