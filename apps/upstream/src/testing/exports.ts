/** Exports of other sites. */

interface WordpressItem {
  id: number
  title?: string
  content?: string
  link?: string
  type?: string
  status?: string
  date?: string
  categories?: readonly string[]
  tags?: readonly string[]
  author?: string
  /** XML that follows. */
  more?: string
}

const cdata = (text: string) => `<![CDATA[${text}]]>`

function makeItem(item: WordpressItem): string {
  const { id, title = `文章 ${id}`, content = '<p>正文</p>', link = `https://old.example.cn/2020/${id}/` } = item
  const { type = 'post', status = 'publish', date = '2020-01-02 03:04:05', categories = ['新闻'], tags = [] } = item
  const terms = [
    ...categories.map((name) => `<category domain="category" nicename="x">${cdata(name)}</category>`),
    ...tags.map((name) => `<category domain="post_tag" nicename="x">${cdata(name)}</category>`),
  ]
  return `<item><title>${cdata(title)}</title><link>${link}</link><content:encoded>${cdata(content)}</content:encoded>
    <excerpt:encoded>${cdata('')}</excerpt:encoded><wp:post_id>${id}</wp:post_id><wp:post_date_gmt>${date}</wp:post_date_gmt>
    <wp:status>${status}</wp:status><wp:post_type>${type}</wp:post_type>${terms.join('')}${item.author ? `<dc:creator>${cdata(item.author)}</dc:creator>` : ''}${item.more ?? ''}</item>`
}

export const wordpressHead = `<?xml version="1.0" encoding="UTF-8" ?>
  <rss version="2.0" xmlns:content="a" xmlns:wp="b" xmlns:excerpt="c"><channel><title>旧站</title>
  <wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://old.example.cn</wp:base_site_url>`

/** An export of WordPress. */
export const makeWordpress = (items: readonly WordpressItem[]): string =>
  `${wordpressHead}${items.map(makeItem).join('')}</channel></rss>`
