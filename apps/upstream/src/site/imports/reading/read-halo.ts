import { ARTICLE_LIMITS } from '@portal/contract/constants.ts'
import { IMPORT_CATEGORIES_MAX, IMPORT_TEXTS_MAX } from '@portal/contract/site/import-rules.ts'
import { parse } from 'yaml'
import { toOneLine } from '#platform/text/one-line.ts'
import { openHaloArchive, readWhole } from './halo-archive.ts'
import { createCounter, ImportRefused, type ReadFile, type Reading, type StagedText } from './staged-text.ts'

/** Maximum size of a text with its front matter, in bytes. */
const TEXT_MAX_BYTES = 2_000_000
const FRONT_MAX_CHARS = 20_000
const NAME_MAX = 120
const LIST_MAX = 100

export const IS_JSON =
  '这是 JSON 文件，可能是 Halo 的整站备份。它的内部格式随版本变化，无法可靠读取；请在 Halo 后台导出 Markdown，上传得到的 .zip 文件'
const NO_MARKDOWN = '压缩包里没有 Markdown 文件（.md）。请在 Halo 后台导出 Markdown，上传得到的 .zip 文件'
const TOO_MANY = `压缩包里的文章超过 ${IMPORT_TEXTS_MAX} 篇，请分成几份导出`

const PICTURES = /(?:^|\/)upload\//

/**
 * Reads an export of Halo: Markdown files with front matter, and a folder `upload`.
 * @throws ImportRefused
 */
export async function readHalo({ path, bytes, onText, onRead }: Reading): Promise<ReadFile> {
  const archive = await openHaloArchive(path)
  const categories = createCounter()
  const tags = createCounter()
  const counts = { post: 0, page: 0 }
  let pictures = 0
  try {
    const all = [...archive.names()].filter((name) => !name.endsWith('/') && !name.includes('__MACOSX/'))
    const names = all.filter((name) => /\.(?:md|markdown)$/i.test(name) && !PICTURES.test(name))
    if (names.length === 0) throw new ImportRefused(all.some((name) => name.endsWith('.json')) ? IS_JSON : NO_MARKDOWN)
    if (names.length > IMPORT_TEXTS_MAX) throw new ImportRefused(TOO_MANY)
    for (const [at, name] of names.entries()) {
      const isLong = archive.countBytes(name) > TEXT_MAX_BYTES
      const text = toText(name, isLong ? null : await readWhole(archive, name))
      counts[text.kind] += 1
      if (text.kind === 'post') categories.add(text.categories[0] ?? '')
      for (const tag of text.tags) tags.add(tag)
      pictures += text.markdown.split('![').length - 1
      onText(text)
      await onRead(Math.floor((bytes * (at + 1)) / names.length))
    }
    const others = all.filter((name) => !names.includes(name) && !PICTURES.test(name)).length
    const summary = {
      source: 'halo' as const,
      site: '',
      posts: counts.post,
      pages: counts.page,
      categories: categories.list(IMPORT_CATEGORIES_MAX).filter(({ name }) => name !== ''),
      tags: tags.size,
      pictures,
      shortcodes: [],
      leftOut: others === 0 ? [] : [{ name: '其他文件', count: others }],
    }
    return { summary, texts: names.length }
  } finally {
    archive.close()
  }
}

/** @param bytes `null`: the file is too large */
function toText(name: string, bytes: Buffer | null): StagedText {
  const fileTitle = name.replace(/^.*\//, '').replace(/\.[^.]*$/, '')
  const decoded = bytes && decode(bytes)
  const { front, body, isWrong } = splitFront(decoded ?? '')
  const title = toOneLine(readText(front.title) || fileTitle, NAME_MAX) || '（无标题）'
  const isDraft = front.draft === true || front.published === false
  const slug = readText(front.slug)
  const remarks = [
    isWrong ? '文首信息读不出，只取了标题与正文' : undefined,
    isDraft ? '原为草稿' : undefined,
    /<(?:div|p|img|a|span|table|iframe|video|center|font)\b/i.test(body) ? '正文有 HTML 标签，会显示为文字' : undefined,
  ]
  const isTooLong = bytes === null || body.length > ARTICLE_LIMITS.chars
  return {
    sourceId: toOneLine(readText(front.id) || slug || name, 200),
    kind: front.layout === 'page' || front.type === 'page' ? 'page' : 'post',
    title,
    oldPath: toOldPath(
      readText(front.url) || readText(front.permalink) || (slug && `/archives/${encodeURIComponent(slug)}`),
    ),
    publishedAt: isDraft ? null : readTime(readText(front.date)),
    categories: readList(front.categories),
    tags: readList(front.tags),
    summary: toOneLine(readText(front.excerpt) || readText(front.summary) || readText(front.description), 400),
    markdown: isTooLong ? '' : body,
    remarks: remarks.filter((remark) => remark !== undefined),
    fault: isTooLong
      ? `正文超过 ${ARTICLE_LIMITS.chars / 10_000} 万字`
      : decoded === null
        ? '不是 UTF-8 编码，无法读取'
        : null,
  }
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n')
  } catch {
    return null
  }
}

type Front = Readonly<Record<string, unknown>>

/** Splits a file into its front matter and its text. */
function splitFront(text: string): { front: Front; body: string; isWrong: boolean } {
  const end = text.startsWith('---\n') ? text.indexOf('\n---', 3) : -1
  if (end < 0) return { front: {}, body: text.trim(), isWrong: false }
  const body = text.slice(text.indexOf('\n', end + 1) + 1 || text.length).trim()
  try {
    if (end > FRONT_MAX_CHARS) throw new RangeError('the front matter is too long')
    // References could grow without end, and are refused; dates stay text.
    const front: unknown = parse(text.slice(4, end), { maxAliasCount: 0, schema: 'core' })
    return { front: typeof front === 'object' && front !== null ? (front as Front) : {}, body, isWrong: false }
  } catch {
    return { front: {}, body, isWrong: true }
  }
}

const readText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

function readList(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : readText(value).split(/[,，]/)
  return list
    .slice(0, LIST_MAX)
    .map((one) => toOneLine(readText(one), NAME_MAX))
    .filter((one) => one !== '')
}

/** A time with its zone, or one in UTC+8. */
function readTime(text: string): number | null {
  const [, day, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?$/.exec(text) ?? []
  const ms = Date.parse(day ? `${day}T${time}+08:00` : text)
  return ms > 0 ? ms : null
}

function toOldPath(address: string): string | null {
  if (!/^(?:https?:\/)?\//.test(address) || !URL.canParse(address, 'http://any')) return null
  const { pathname, search } = new URL(address, 'http://any')
  return search === '' && pathname !== '/' ? pathname : null
}
