const title = { text: '', unread: 0 }

/** Sets the document's title, after the count of unread messages: `(3) 私信 - 石衡珠宝玉石检测中心`. */
export function setPageTitle(text: string): void {
  title.text = text
  update()
}

/** Sets the count; 0 removes it. */
export function setUnreadInTitle(count: number): void {
  title.unread = count
  if (title.text !== '') update()
}

function update(): void {
  const { text, unread } = title
  document.title = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${text}` : text
}
