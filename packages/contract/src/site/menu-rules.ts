import { CATEGORY } from '../constants.ts'
import { carriesToken } from '../paths/addresses.ts'
import type { FooterGroup, HeaderItem, MenuLink } from './site-settings.ts'

/** Rules of the menus, and what readers see of them. The module loads no schemas, because web imports it. */

export const MENU_MAX = { items: 8, links: 10, groups: 5, label: 8, note: 20, to: 300 } as const

/** Characters that readers cannot see. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}]/gu
const CONTROL = /[\p{Cc}\p{Cf}]/u
const OWN_PATH = /^\/(?![/\\])[^\s\\\p{Cc}\p{Cf}]*$/u
const HTTPS = /^https:\/\/[^\s/\\\p{Cc}\p{Cf}]+\.[^\s\\\p{Cc}\p{Cf}]*$/iu

/**
 * Finds the fault of the target of an entry; `null` for a path of this site, or an address with https. A login token in it could
 * log readers in to another account.
 */
export function findTargetFault(to: string): string | null {
  if (carriesToken(to)) return '地址里不能有登录令牌（token），请删去问号后面的这一项'
  return OWN_PATH.test(to) || HTTPS.test(to) ? null : '本站路径（以 / 开头）或 https:// 网址'
}

/** Counts characters as wide as a Chinese one: two of Latin letters, digits and blanks are one. */
export function measureLabel(text: string): number {
  const widths = [...text.trim()].map((character) => (/[\u0020-\u00ff]/.test(character) ? 0.5 : 1))
  return Math.ceil(widths.reduce((sum, width) => sum + width, 0))
}

export function findLabelFault(text: string): string | null {
  if (text.replace(INVISIBLE, '') === '') return '请填写显示的字'
  if (CONTROL.test(text)) return '一行文字，不能有看不见的字符'
  return measureLabel(text) > MENU_MAX.label ? `不超过 ${MENU_MAX.label} 字` : null
}

/** Finds the fault of an entry that leads somewhere. */
export function findLinkFault({ text, to, note = '' }: MenuLink): string | null {
  const label = findLabelFault(text)
  if (label) return `“${text}”：${label}`
  const target = findTargetFault(to)
  if (target) return `“${text}”的去处：${target}`
  if (note.length > MENU_MAX.note || CONTROL.test(note)) return `“${text}”的说明：一行，不超过 ${MENU_MAX.note} 字`
  return null
}

function findLinksFault(name: string, links: readonly MenuLink[]): string | null {
  if (links.length > MENU_MAX.links) return `“${name}”之下最多 ${MENU_MAX.links} 项`
  if (links.some((link) => 'links' in link)) return '菜单只有两级'
  return links.map(findLinkFault).find((fault) => fault !== null) ?? null
}

export function findHeaderFault(items: readonly HeaderItem[]): string | null {
  if (items.length > MENU_MAX.items) return `页眉的第一级最多 ${MENU_MAX.items} 项`
  for (const { links = [], ...item } of items) {
    const isHeading = item.to === '' && links.length > 0
    const fault = findLinkFault(isHeading ? { ...item, to: '/' } : item) ?? findLinksFault(item.text, links)
    if (fault) return fault
  }
  return null
}

export function findFooterFault(groups: readonly FooterGroup[]): string | null {
  if (groups.length > MENU_MAX.groups) return `页脚最多 ${MENU_MAX.groups} 组`
  for (const { title, links } of groups) {
    const label = findLabelFault(title)
    if (label) return `“${title}”：${label}`
    const fault = findLinksFault(title, links)
    if (fault) return fault
  }
  return null
}

const LIST_OF_CATEGORY = '/tags'

export const toCategoryPath = (id: number) => `${LIST_OF_CATEGORY}?categoryId=${id}`

/** Converts the address of an entry to the one by which its target is known. */
export function toTargetPath(to: string): string {
  const [address = ''] = to.split('#')
  const [path = '', query = ''] = address.split('?')
  const plain = path.replace(/(.)\/+$/, '$1')
  if (plain !== LIST_OF_CATEGORY) return plain.replace(/^\/news-article\//, '/article/')
  return toCategoryPath(Number(new URLSearchParams(query).get('categoryId') ?? CATEGORY.news))
}

/** A link as readers get it. */
interface PlainLink {
  text: string
  to: string
  note?: string
}

const toPlainLink = ({ text, to, note }: MenuLink): PlainLink => ({ text, to, ...(note && { note }) })

/** Finds links that are on and lead to a target that readers can open. */
const isOpen = ({ to, isOff }: MenuLink, hidden: ReadonlySet<string>) =>
  !isOff && to !== '' && !hidden.has(toTargetPath(to))

/**
 * Reduces the header to what readers see. A parent that leads somewhere is the first of its own links; one without a
 * visible link is left out.
 * @param hidden paths of targets that readers cannot open, or that are empty
 */
export function showHeader(items: readonly HeaderItem[], hidden: ReadonlySet<string>) {
  return items.flatMap(({ links = [], ...item }): (PlainLink & { links?: PlainLink[] })[] => {
    if (item.isOff) return []
    const own = isOpen(item, hidden) ? [toPlainLink(item)] : []
    const below = links.filter((link) => isOpen(link, hidden)).map(toPlainLink)
    return below.length === 0 ? own : [{ text: item.text, to: '', links: [...own, ...below] }]
  })
}

/** Reduces the footer to what readers see. */
export function showFooter(groups: readonly FooterGroup[], hidden: ReadonlySet<string>) {
  return groups
    .map(({ title, links }) => ({ title, links: links.filter((link) => isOpen(link, hidden)).map(toPlainLink) }))
    .filter(({ links }) => links.length > 0)
}
