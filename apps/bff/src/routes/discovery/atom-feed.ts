import type { ArticleListItem } from '@portal/contract/articles/articles.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { makeArticlePath } from './article-address.ts'
import { escapeXml, XML_DECLARATION } from './xml.ts'

export interface AtomFeed {
  origin: string
  /** Paths, from the root, of the feed and of the page that shows the same articles. */
  path: string
  pagePath: string
  title: string
  /** Publisher; authors are not named to feed readers. */
  siteName: string
  rows: readonly ArticleListItem[]
}

/** Writes Atom 1.0 (RFC 4287), newest first: a sticky article is not news again. */
export function toAtom({ origin, path, pagePath, title, siteName, rows }: AtomFeed): string {
  const dated = rows
    .map((row) => ({ row, atMs: toInstantMs(row.createTime) ?? 0 }))
    .sort((one, other) => other.atMs - one.atMs)
  return [
    XML_DECLARATION,
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="zh-CN">',
    `<id>${escapeXml(origin + path)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<updated>${toIso(dated[0]?.atMs ?? 0)}</updated>`,
    `<author><name>${escapeXml(siteName)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(origin + path)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(origin + pagePath)}"/>`,
    ...dated.map(({ row, atMs }) => toEntry(origin, row, atMs)),
    '</feed>',
    '',
  ].join('\n')
}

function toEntry(origin: string, row: ArticleListItem, atMs: number): string {
  return [
    '<entry>',
    // The id is permanent, even if the article is moved to another category.
    `<id>${escapeXml(`${origin}/article/${row.id}`)}</id>`,
    `<title>${escapeXml(row.title)}</title>`,
    `<link href="${escapeXml(origin + makeArticlePath(row))}"/>`,
    `<published>${toIso(atMs)}</published><updated>${toIso(atMs)}</updated>`,
    row.categoryName ? `<category term="${escapeXml(row.categoryName)}"/>` : '',
    row.summary ? `<summary>${escapeXml(row.summary)}</summary>` : '',
    '</entry>',
  ].join('')
}

function toIso(ms: number): string {
  return new Date(ms).toISOString()
}
