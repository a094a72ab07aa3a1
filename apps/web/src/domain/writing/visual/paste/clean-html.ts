import { parseCopied } from '../../parse-copied.ts'
import type { PictureActs } from '../../text-editor.ts'
import { applySheet, ELEMENTS_MAX, straightenTables } from './copied-tables.ts'
import { readStyle } from './read-style.ts'
import { makeLists } from './word-lists.ts'

/** Larger clipboards are pasted as text: cleaning them would hold up the page. Pictures written into them do not count. */
const HTML_MAX_CHARS = 2_000_000
const DEPTH_MAX = 200
/** Pictures of one paste, each of which is uploaded. */
const PICTURES_MAX = 200

const WRITTEN_PICTURE = /(\ssrc\s*=\s*)(["'])(data:[^"']*)\2/gi

/** The text of a comment; its number in the running text is dropped without being counted. */
const COMMENTS = '.msocomtxt'
const MEDIA = 'object, embed, iframe, svg, math, video, audio'
const DROPPED =
  'script, style, meta, link, title, xml, form, input, button, select, textarea, noscript, template, a[href^="#footnote-ref-"], [class^="MsoComment"], .msocomanchor, [data-style*="mso-element:comment"], [data-style*="mso-list:Ignore" i]'

/** Rows and columns that are hidden in a sheet, and hidden text. */
const HIDDEN = '[data-style*="display:none" i], [data-style*="display: none" i]'

/** Copied HTML that was cleaned. */
export interface CleanedHtml {
  body: HTMLElement
  /** What was left out: `图片 2 处`. */
  dropped: readonly string[]
  /** It is one table, and nothing tells that its first row is the head. */
  isHeadUnsure: boolean
}

/**
 * Cleans copied HTML for the parser of the editor: headings, bold, lists, tables, links and pictures stay. Pictures with
 * a `data:`, `file:` or `http(s):` address still have it.
 * @returns `null` when it is too large
 */
export function cleanHtml(html: string): CleanedHtml | null {
  const written: string[] = []
  const short = html.replace(WRITTEN_PICTURE, (_all, name: string, _quote, address: string) => {
    written.push(address)
    return `${name}"written:${written.length - 1}"`
  })
  if (short.length > HTML_MAX_CHARS) return null
  const { body } = parseCopied(short)
  if (isTooLarge(body)) return null
  applySheet(short, body)
  const isWord = /\bmso-|urn:schemas-microsoft-com|class="?Mso/i.test(html)
  // Before their numbers are dropped, because these tell the kind of the list.
  if (isWord) makeLists(body)
  const comments = [...body.querySelectorAll(COMMENTS)].map(readComment)
  removeAll(body, COMMENTS)
  const deletions = isWord ? removeAll(body, 'del') : 0
  const media = removeAll(body, MEDIA)
  removeAll(body, HIDDEN)
  removeAll(body, DROPPED)
  markStyles(body)
  setHeadings(body)
  // Word makes headings bold by a style and by a mark.
  for (const bold of body.querySelectorAll('h2 b, h2 strong, h3 b, h3 strong, h4 b, h4 strong')) {
    bold.replaceWith(...bold.childNodes)
  }
  for (const link of body.querySelectorAll('a')) cleanLink(link)
  let unknown = 0
  for (const image of body.querySelectorAll('img')) {
    const address = readAddress(image)
    const path = written[Number(/^written:(\d+)$/.exec(address)?.[1])] ?? toOwnPath(address)
    if (/^(data:|file:|https?:|\/file\/img\/)/i.test(path)) image.setAttribute('src', path)
    else {
      image.remove()
      unknown += 1
    }
  }
  const tables = straightenTables(body)
  if (!tables) return null
  removeIndents(body)
  // The line end of the last line is not shown.
  for (const { lastChild: code } of body.querySelectorAll('pre')) {
    if (code?.textContent?.endsWith('\n')) code.textContent = code.textContent.slice(0, -1)
  }
  const dropped = [
    ...countParts('地址不完整的图片', unknown),
    ...countParts('批注', comments.length).map((part) => `${part}（${comments.join('')}）`),
    ...countParts('已删除的修订', deletions),
    ...countParts('公式、图形或视频', media),
    ...countParts('合并的单元格', tables.merged).map((part) => `${part}（内容在第一格）`),
  ]
  return { body, dropped, isHeadUnsure: tables.isHeadUnsure }
}

/** The address of a picture. WeChat and others show a picture late: then `src` is a blank, and `data-src` the picture. */
function readAddress(image: HTMLImageElement): string {
  const late = image.getAttribute('data-src') ?? ''
  const address = /^(?:https?:)?\/\//i.test(late) ? late : (image.getAttribute('src') ?? '')
  return address.startsWith('//') ? `https:${address}` : address
}

function isTooLarge(body: HTMLElement): boolean {
  const depths = new Map<Element | null, number>([[body, 0]])
  for (const element of body.querySelectorAll('*')) {
    const depth = (depths.get(element.parentElement) ?? 0) + 1
    depths.set(element, depth)
    if (depth > DEPTH_MAX || depths.size > ELEMENTS_MAX) return true
  }
  return false
}

/**
 * Replaces the pictures that are written into copied HTML, that stand on the disk
 * of the author, or on another site, by placeholders.
 * @returns the reasons of those that are left out, in words for the notice
 */
export function placePictures(body: HTMLElement, take: PictureActs['takeCopied']): string[] {
  const faults: string[] = []
  let count = 0
  for (const image of body.querySelectorAll('img')) {
    const address = image.getAttribute('src') ?? ''
    if (!/^(data|file|https?):/i.test(address)) continue
    count += 1
    const taken = count > PICTURES_MAX ? { fault: `一次最多 ${PICTURES_MAX} 张` } : take(address)
    if ('address' in taken) image.setAttribute('src', taken.address)
    else {
      faults.push(taken.fault)
      image.remove()
    }
  }
  return [...new Set(faults)].map((fault) => `图片 ${faults.filter((other) => other === fault).length} 处（${fault}）`)
}

function countParts(name: string, count: number): string[] {
  return count > 0 ? [`${name} ${count} 处`] : []
}

const COMMENT_MAX_CHARS = 60

/** The words of a comment in quotation marks, without its number. */
function readComment(comment: Element): string {
  const words = (comment.textContent ?? '')
    .replace(/^\s*\[[^\]]{1,8}\]/, '')
    .replace(/\s+/g, ' ')
    .trim()
  return `“${words.length > COMMENT_MAX_CHARS ? `${words.slice(0, COMMENT_MAX_CHARS)}…` : words}”`
}

/** Removes elements. @returns their number */
function removeAll(body: HTMLElement, selector: string): number {
  const found = body.querySelectorAll(selector)
  for (const element of found) element.remove()
  return found.length
}

/** Makes elements of the inline styles that Word and web editors use for bold and the like. */
function markStyles(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>('b[data-style], strong[data-style], span[data-style]')) {
    const { fontWeight, fontStyle, verticalAlign, textDecoration, textDecorationLine } = readStyle(element)
    if (element.tagName !== 'SPAN') {
      if (fontWeight === 'normal' || fontWeight === '400') element.replaceWith(...element.childNodes)
      continue
    }
    if (fontWeight === 'bold' || Number(fontWeight) >= 600) wrapContent(element, 'strong')
    if (fontStyle === 'italic') wrapContent(element, 'em')
    if (`${textDecoration} ${textDecorationLine}`.includes('line-through')) wrapContent(element, 's')
    if (verticalAlign === 'super') wrapContent(element, 'sup')
    if (verticalAlign === 'sub') wrapContent(element, 'sub')
  }
}

function wrapContent(element: HTMLElement, name: string): void {
  const wrapper = element.ownerDocument.createElement(name)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}

/** Headings start at the second level, because the first is the title of the article. */
function setHeadings(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll<HTMLElement>('p')) {
    const style = paragraph.getAttribute('data-style') ?? ''
    const level = /^MsoHeading(\d)/.exec(paragraph.className)?.[1] ?? /mso-outline-level:\s*(\d)/.exec(style)?.[1]
    if (level) rename(paragraph, `h${Math.min(Number(level), 6)}`)
  }
  const shift = body.querySelector('h1') ? 1 : 0
  for (const heading of [...body.querySelectorAll('h1, h2, h3, h4, h5, h6')]) {
    rename(heading, `h${Math.min(Number(heading.tagName[1]) + shift, 4)}`)
  }
}

function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

/** Parameters of an address that only tell where it was copied. */
const TRACKING = /^(utm_\w+|spm|from|share_token|scm)$/

function cleanLink(link: HTMLAnchorElement): void {
  const address = toOwnPath(link.getAttribute('href') ?? '')
  if (!/^(https?:\/\/|mailto:|tel:|\/(?!\/))/i.test(address)) {
    link.replaceWith(...link.childNodes)
    return
  }
  const [path = '', query] = address.split(/\?(.*)/s)
  const kept = query?.split('&').filter((part) => !TRACKING.test(part.split('=')[0] ?? '')) ?? []
  link.setAttribute('href', kept.length > 0 ? `${path}?${kept.join('&')}` : path)
  link.removeAttribute('title')
}

/** An address of this site as a path; others unchanged. */
function toOwnPath(address: string): string {
  const { origin } = window.location
  return address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
}

/** Removes full-width blanks that indent paragraphs. */
function removeIndents(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('p, div, li, h2, h3, h4')) {
    let first: Node | null = paragraph.firstChild
    while (first && first.nodeType !== Node.TEXT_NODE) first = first.firstChild
    if (first?.nodeValue) first.nodeValue = first.nodeValue.replace(/^[\s\u3000\u00a0]+/, '')
  }
}
