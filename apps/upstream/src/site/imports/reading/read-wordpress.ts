import { createReadStream } from 'node:fs'
import { ARTICLE_LIMITS } from '@portal/contract/constants.ts'
import { IMPORT_CATEGORIES_MAX, IMPORT_TEXTS_MAX } from '@portal/contract/site/import-rules.ts'
import { SaxesParser } from 'saxes'
import { toOneLine } from '#platform/text/one-line.ts'
import { convertHtml } from './html-to-markdown.ts'
import { addParagraphs, listShortcodes, openCaptions } from './shortcodes.ts'
import { createCounter, ImportRefused, type ReadFile, type Reading, type StagedText } from './staged-text.ts'

const CHUNK_BYTES = 1 << 16
/** Maximum number of characters without a tag: the longest text with its formatting. */
const GAP_MAX = 8_000_000
const DEPTH_MAX = 32
/** Maximum number of items, of which pictures, menus and old versions are many. */
const ITEMS_MAX = 300_000
const NAME_MAX = 120
const SHORTCODES_SHOWN = 40
/** A file may invent a kind for each of its items. */
const KINDS_SHOWN = 40
/** Control characters, which exports contain and XML forbids. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const BROKEN = '文件不完整，或不是 WordPress 的导出文件。请在 WordPress 的“工具 → 导出”中重新下载 .xml 文件'
const NOT_UTF8 = '文件不是 UTF-8 编码，无法读取。请在 WordPress 中重新导出，不要用记事本等软件另存'
const HAS_DTD = '文件里有实体定义（DOCTYPE），WordPress 不会写出这样的文件；为安全起见没有读取'
const TOO_LONG = '文件里有一段文字超过 800 万字，没有读取'
const TOO_MANY = `文件里的文章超过 ${IMPORT_TEXTS_MAX} 篇，请在 WordPress 中按时间分几次导出`

const KIND_NAMES: Readonly<Record<string, string>> = {
  attachment: '媒体库记录（图片文件不在导出文件里）',
  nav_menu_item: '菜单',
  revision: '历史版本',
  wp_block: '样板区块',
  wp_template: '主题模板',
  wp_template_part: '主题模板',
  wp_global_styles: '主题样式',
  wp_navigation: '菜单',
  custom_css: '主题样式',
  customize_changeset: '主题样式',
}
const STATUS_REMARKS: Readonly<Record<string, string>> = {
  private: '原为私密',
  pending: '原为待审',
  future: '原为定时发布',
  draft: '原为草稿',
}

/** An item of the export, as far as it is read. */
interface Item {
  fields: Record<string, string>
  categories: string[]
  tags: string[]
  comments: number
}

const FIELDS = new Set([
  ...['title', 'link', 'content:encoded', 'excerpt:encoded', 'wp:post_id', 'wp:post_type', 'wp:status'],
  ...['wp:post_date_gmt', 'wp:post_password', 'dc:creator'],
])
const SITE_FIELDS = new Set(['wp:base_site_url', 'wp:base_blog_url', 'link'])

/**
 * Reads an export of WordPress (WXR 1.0 to 1.2) of any length.
 * @throws ImportRefused
 */
export async function readWordpress({ path, onText, onRead }: Omit<Reading, 'bytes'>): Promise<ReadFile> {
  const found = createFinder(onText)
  const parser = createParser(found)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Buffer) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      throw new ImportRefused(NOT_UTF8)
    }
  }
  let bytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    bytes += (chunk as Buffer).length
    parser.write(decode(chunk as Buffer))
    await onRead(bytes)
  }
  parser.write(decode())
  parser.close()
  return found.finish()
}

type Finder = ReturnType<typeof createFinder>

function createParser({ open, text, close }: Finder) {
  const parser = new SaxesParser()
  let gap = 0
  let depth = 0
  const refuse = (why: string) => () => {
    throw new ImportRefused(why)
  }
  parser.on('error', refuse(BROKEN))
  parser.on('doctype', refuse(HAS_DTD))
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^utf-?8$/i.test(encoding)) throw new ImportRefused(NOT_UTF8)
  })
  parser.on('opentag', ({ name, attributes }) => {
    gap = 0
    depth += 1
    if (depth > DEPTH_MAX || (depth === 1 && name !== 'rss')) throw new ImportRefused(BROKEN)
    open(name, attributes)
  })
  parser.on('closetag', ({ name }) => {
    gap = 0
    depth -= 1
    close(name)
  })
  parser.on('text', text)
  parser.on('cdata', text)
  let hasBegun = false
  return {
    write(chunk: string) {
      const plain = chunk.replace(CONTROLS, '')
      // A document type can be long, and is refused at its first words.
      if (!hasBegun && /<!(?:DOCTYPE|ENTITY)/i.test(plain)) throw new ImportRefused(HAS_DTD)
      hasBegun = true
      gap += plain.length
      if (gap > GAP_MAX) throw new ImportRefused(TOO_LONG)
      parser.write(plain)
    },
    close: () => parser.close(),
  }
}

/** Collects the items of the export from its tags. */
function createFinder(onText: (text: StagedText) => void) {
  const site: Record<string, string> = {}
  const counts = { posts: 0, pages: 0, items: 0 }
  const categories = createCounter()
  const tags = createCounter()
  const shortcodes = createCounter()
  const leftOut = createCounter()
  let pictures = 0
  let item: Item | null = null
  /** Names of the open tags. */
  const open: string[] = []
  let domain = ''
  let value = ''

  function finishItem({ fields, comments, ...item }: Item): void {
    const kind = fields['wp:post_type'] ?? 'post'
    counts.items += 1
    if (counts.items > ITEMS_MAX) throw new ImportRefused(TOO_MANY)
    if (comments > 0) leftOut.add('评论', comments)
    const status = fields['wp:status'] ?? 'publish'
    if (kind !== 'post' && kind !== 'page') {
      leftOut.add(KIND_NAMES[kind] ?? `其他类型（${toOneLine(kind, 30)}）`)
      return
    }
    if (status === 'trash' || status === 'auto-draft' || status === 'inherit') {
      leftOut.add('回收站与空草稿')
      return
    }
    counts[kind === 'post' ? 'posts' : 'pages'] += 1
    if (counts.posts + counts.pages > IMPORT_TEXTS_MAX) throw new ImportRefused(TOO_MANY)
    const text = toText(fields, item, kind, status)
    if (kind === 'post') categories.add(text.categories[0] ?? '')
    for (const tag of text.tags) tags.add(tag)
    const codes = listShortcodes(fields['content:encoded'] ?? '')
    for (const code of codes) shortcodes.add(code)
    pictures += text.markdown.split('![').length - 1
    const remarks = codes.length > 0 ? [...text.remarks, `短代码：${codes.slice(0, 10).join('、')}`] : text.remarks
    onText({ ...text, remarks })
  }

  return {
    open(name: string, attributes: Record<string, string>) {
      open.push(name)
      value = ''
      if (name === 'item') item = { fields: {}, categories: [], tags: [], comments: 0 }
      if (name === 'category') domain = attributes.domain ?? 'category'
    },
    text(piece: string) {
      value += piece
    },
    close(name: string) {
      open.pop()
      const parent = open.at(-1)
      if (name === 'item' && item) {
        finishItem(item)
        item = null
      } else if (item && name === 'wp:comment') item.comments += 1
      else if (item && parent === 'item') keepMember(item, name, domain, value)
      else if (parent === 'channel' && SITE_FIELDS.has(name)) site[name] = value.trim()
      value = ''
    },
    finish(): ReadFile {
      const total = counts.posts + counts.pages
      if (total === 0) throw new ImportRefused('文件里没有文章或页面，没有可以导入的内容')
      const summary = {
        source: 'wordpress' as const,
        site: toSite(site['wp:base_site_url'] ?? site['wp:base_blog_url'] ?? site.link ?? ''),
        posts: counts.posts,
        pages: counts.pages,
        categories: categories.list(IMPORT_CATEGORIES_MAX).filter(({ name }) => name !== ''),
        tags: tags.size,
        pictures,
        shortcodes: shortcodes.list(SHORTCODES_SHOWN),
        leftOut: leftOut.list(KINDS_SHOWN),
      }
      return { summary, texts: total }
    },
  }
}

function keepMember(item: Item, name: string, domain: string, value: string): void {
  if (FIELDS.has(name)) item.fields[name] = value
  if (name !== 'category') return
  const list = domain === 'post_tag' ? item.tags : domain === 'category' ? item.categories : null
  const title = toOneLine(value, NAME_MAX)
  if (list && title !== '' && list.length < 100) list.push(title)
}

function toText(
  fields: Record<string, string>,
  { categories, tags }: Pick<Item, 'categories' | 'tags'>,
  kind: 'post' | 'page',
  status: string,
): StagedText {
  const { markdown, isPlain } = convertHtml(addParagraphs(openCaptions(fields['content:encoded'] ?? '')))
  const title = toOneLine(fields.title ?? '', fields.title?.length ?? 0)
  const author = toOneLine(fields['dc:creator'] ?? '', NAME_MAX)
  const remarks = [
    author === '' ? undefined : `原作者 ${author}`,
    STATUS_REMARKS[status],
    fields['wp:post_password'] ? '原有访问密码' : undefined,
    isPlain ? '排版过于复杂，只留文字' : undefined,
    title.length > NAME_MAX ? '标题过长，已截短' : undefined,
  ]
  const isTooLong = markdown.length > ARTICLE_LIMITS.chars
  return {
    sourceId: toOneLine(fields['wp:post_id'] ?? '', 40) || `link:${toOneLine(fields.link ?? title, 200)}`,
    kind,
    title: toOneLine(title, NAME_MAX) || '（无标题）',
    oldPath: toOldPath(fields.link ?? ''),
    publishedAt: status === 'publish' ? readTime(fields['wp:post_date_gmt'] ?? '') : null,
    categories,
    tags,
    summary: toOneLine(convertHtml(fields['excerpt:encoded'] ?? '').markdown, 400),
    markdown: isTooLong ? '' : markdown,
    remarks: remarks.filter((remark) => remark !== undefined),
    fault: isTooLong ? `正文超过 ${ARTICLE_LIMITS.chars / 10_000} 万字` : null,
  }
}

/** A time of the export, in UTC; zeros when there is none. */
function readTime(text: string): number | null {
  const ms = Date.parse(`${text.trim().replace(' ', 'T')}Z`)
  return ms > 0 ? ms : null
}

/** Path of an address without a query: one with a query cannot be redirected. */
function toOldPath(link: string): string | null {
  const url = URL.canParse(link.trim()) ? new URL(link.trim()) : null
  return url && url.search === '' && url.pathname !== '/' && /^https?:$/.test(url.protocol) ? url.pathname : null
}

function toSite(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null
  return url && /^https?:$/.test(url.protocol) ? `${url.origin}${url.pathname.replace(/\/$/, '')}` : ''
}
