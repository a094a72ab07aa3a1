/** Tabs of the member's own page, by the value of `tab` in the address. */
export const TABS = [
  { name: 'articles', text: '文章' },
  { name: 'favourites', text: '收藏' },
  { name: 'certificates', text: '我的证书' },
  { name: 'comments', text: '评论' },
  { name: 'follows', text: '关注' },
  { name: 'security', text: '账号与安全' },
  { name: 'blocked', text: '屏蔽名单' },
] as const

export type TabName = (typeof TABS)[number]['name']

export function readTab(query: URLSearchParams): TabName {
  const tab = query.get('tab')
  // Earlier name of the tab.
  if (tab === 'sessions') return 'security'
  return TABS.find(({ name }) => name === tab)?.name ?? 'articles'
}

export function toTabAddress(name: TabName): string {
  return name === 'articles' ? '/user' : `/user?tab=${name}`
}

export function toUserAddress(userId: string): string {
  return `/user?${new URLSearchParams({ userId })}`
}
