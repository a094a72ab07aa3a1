const title = { text: '', unread: 0 }

/** Titles the document, with the unread messages before it: `(3) 私信 - 石衡珠宝玉石检测中心`. */
export function setPageTitle(text: string): void {
  title.text = text
  show()
}

/** 0 takes the number away. */
export function setUnreadInTitle(count: number): void {
  title.unread = count
  if (title.text !== '') show()
}

function show(): void {
  const { text, unread } = title
  document.title = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${text}` : text
}
