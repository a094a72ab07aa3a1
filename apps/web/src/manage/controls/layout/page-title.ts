import { setPageTitle } from '#lib/page-title.ts'

let site = ''
let shown = ''

/** Sets the document's title: `操作记录 - 管理 - 石衡珠宝玉石检测中心`. */
export function showTitle(title: string): void {
  shown = title
  setPageTitle([title, '管理', site].filter(Boolean).join(' - '))
}

/** Sets the name of the site for this and later titles. */
export function setTitleSite(name: string): void {
  site = name
  if (shown) showTitle(shown)
}
