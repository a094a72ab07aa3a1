/** Tabs of the own page, as the query `tab` names them, in their order. */
export const TABS = [
  { name: 'articles', text: '文章' },
  { name: 'favourites', text: '收藏' },
  { name: 'comments', text: '评论' },
  { name: 'follows', text: '关注' },
  { name: 'security', text: '账号与安全' },
  { name: 'blocked', text: '屏蔽名单' },
] as const

export type TabName = (typeof TABS)[number]['name']

/** The first tab for anything else. */
export function readTab(query: URLSearchParams): TabName {
  const asked = query.get('tab')
  // Its address before there was more than the logins.
  if (asked === 'sessions') return 'security'
  return TABS.find(({ name }) => name === asked)?.name ?? 'articles'
}

export function tabAddress(name: TabName): string {
  return name === 'articles' ? '/user' : `/user?tab=${name}`
}

export function userAddress(userId: string): string {
  return `/user?${new URLSearchParams({ userId })}`
}
