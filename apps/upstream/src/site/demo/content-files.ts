import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CATEGORY, PAGE_CATEGORY, PUBLISH_STATE, READ_TYPE } from '@portal/contract/constants.ts'
import { carriesToken } from '@portal/contract/paths/addresses.ts'
import { SITE_GROUPS } from '@portal/contract/site/site-settings.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { parse } from 'yaml'
import type { NewArticle } from '#articles/writing/article-writer.ts'
import { sanitizeArticleHtml } from '#platform/text/html.ts'
import { type PictureSize, renderMarkdown } from '#platform/text/markdown.ts'

export interface SiteContent {
  articles: NewArticle[]
  /** Settings by their names in the contract's `SiteInfo`; values are JSON. */
  settings: Record<string, unknown>
  /** Groups of the navigation page, in order. */
  navigation: NavigationGroup[]
  /** Words of the hot searches, with the number of clients on the day of loading. */
  searches: { keyword: string; times: number }[]
}

interface NavigationGroup {
  title: string
  sites: { name: string; url: string; info: string | null }[]
}

/** An invalid file of the demo content; the message names it. */
export class ContentError extends Error {
  override name = 'ContentError'
}

const FOLDERS = ['news', 'research', 'gems', 'merchandise', 'pages']
const CATEGORIES = { ...CATEGORY, page: PAGE_CATEGORY }
const PICTURE_PREFIX = '/file/img/'
const SETTINGS = [
  ...['name', 'nameEn', 'summary', 'keyword', 'author', 'recordNum', 'bulletin', 'email', 'showList', 'loginTypeList'],
  ...[
    'authorInfo',
    'authorAvatar',
    'phone',
    'visitAddress',
    'openingHours',
    'policeRecordNum',
    'startedAt',
    'lantern',
    'logo',
    'webUrl',
    'touristAvatar',
  ],
  ...Object.keys(SITE_GROUPS.home),
  ...['github', 'gitee', 'qqNumber', 'qqGroup', 'wechat', 'aliPay', 'weixinPay', 'showBulletin', 'openComment'],
]
const FRONT_MATTER = [
  ...['title', 'summary', 'category', 'tags', 'publishedAt', 'keywords', 'author', 'views', 'sticky', 'recommended'],
  ...['carousel', 'cover', 'link', 'original', 'originalUrl', 'readType', 'state'],
]

type Fields = Record<string, unknown>

/** Makes a reader of the fields of one file. Each error names file and field. */
function createReader(file: string, fields: Fields, known: readonly string[]) {
  const fail = (reason: string): never => {
    throw new ContentError(`${file}: ${reason}`)
  }
  for (const name of Object.keys(fields)) if (!known.includes(name)) fail(`${name} is not a field`)
  return {
    fail,
    text(name: string, fallback?: string): string {
      const value = fields[name] ?? fallback
      if (typeof value !== 'string' || (value.trim() === '' && fallback === undefined))
        return fail(`${name} must be text`)
      return value
    },
    optionalText(name: string): string | null {
      const value = fields[name]
      if (value === undefined || value === null || value === '') return null
      return typeof value === 'string' ? value : fail(`${name} must be text`)
    },
    flag(name: string, fallback = false): number {
      const value = fields[name] ?? fallback
      return typeof value === 'boolean' ? Number(value) : fail(`${name} must be true or false`)
    },
    count(name: string): number {
      const value = fields[name] ?? 0
      return typeof value === 'number' && Number.isInteger(value) && value >= 0
        ? value
        : fail(`${name} must be a whole number`)
    },
    texts(name: string): string[] {
      const value = fields[name] ?? []
      return Array.isArray(value) && value.every((one) => typeof one === 'string' && one.trim() !== '')
        ? value
        : fail(`${name} must be a list of texts`)
    },
    readOneOf<T>(name: string, accepted: Record<string, T>, fallback?: string): T {
      const value = String(fields[name] ?? fallback)
      const found = Object.hasOwn(accepted, value) ? accepted[value] : undefined
      return found === undefined ? fail(`${name} must be one of ${Object.keys(accepted).join(', ')}`) : found
    },
    instant(name: string): number {
      const value = fields[name]
      const instantMs = typeof value === 'string' ? toInstantMs(value) : null
      return instantMs ?? fail(`${name} must be a date such as 2025-03-08T09:30:00+08:00`)
    },
  }
}

function parseYaml(file: string, source: string): Fields {
  let fields: unknown
  try {
    fields = parse(source)
  } catch (cause) {
    throw new ContentError(`${file}: ${(cause as Error).message.split('\n')[0]}`)
  }
  if (fields === null || typeof fields !== 'object' || Array.isArray(fields)) {
    throw new ContentError(`${file}: names and values expected`)
  }
  return fields as Fields
}

function splitFrontMatter(file: string, source: string): { head: string; body: string } {
  const normal = source.replaceAll('\r\n', '\n')
  const end = normal.indexOf('\n---\n', 3)
  if (!normal.startsWith('---\n') || end === -1) throw new ContentError(`${file}: no front matter between --- lines`)
  return { head: normal.slice(4, end), body: normal.slice(end + 5).trim() }
}

/** Reads width and height of an SVG's root element. */
function readSvgSize(source: string): { width: number; height: number } | undefined {
  const head = source.slice(source.indexOf('<svg'), source.indexOf('>', source.indexOf('<svg')))
  const viewBox = /viewBox="\s*[\d.-]+[\s,]+[\d.-]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(head)
  const width = Number(/\swidth="([\d.]+)(?:px)?"/.exec(head)?.[1] ?? viewBox?.[1])
  const height = Number(/\sheight="([\d.]+)(?:px)?"/.exec(head)?.[1] ?? viewBox?.[2])
  return width > 0 && height > 0 ? { width: Math.round(width), height: Math.round(height) } : undefined
}

/** Converts a setting. A list is `"1,2"` on the wire, whatever its form in the file. */
function readSetting(name: string, value: unknown): unknown {
  if (name in SITE_GROUPS.home) return value
  if (Array.isArray(value)) return value.join(',')
  if ((name === 'showList' || name === 'loginTypeList') && value !== null) return String(value)
  return name === 'bulletin' && typeof value === 'string' ? sanitizeArticleHtml(value) : value
}

function loadNavigation(folder: string): NavigationGroup[] {
  const file = 'navigation.yaml'
  if (!existsSync(join(folder, file))) return []
  const groups: unknown = parse(readFileSync(join(folder, file), 'utf8'))
  if (!Array.isArray(groups)) throw new ContentError(`${file}: a list of groups expected`)
  return groups.map((fields: Fields) => {
    const group = createReader(file, fields, ['title', 'sites'])
    const sites = Array.isArray(fields.sites) ? (fields.sites as Fields[]) : group.fail('sites must be a list')
    return {
      title: group.text('title'),
      sites: sites.map((siteFields) => {
        const site = createReader(file, siteFields, ['name', 'url', 'info'])
        const url = site.text('url')
        if (!/^https?:\/\//.test(url)) site.fail(`url of ${site.text('name')} must start with https://`)
        return { name: site.text('name'), url, info: site.optionalText('info') }
      }),
    }
  })
}

/** Reads searched words with the number of clients a day. */
function loadSearches(folder: string): { keyword: string; times: number }[] {
  const file = 'searches.yaml'
  if (!existsSync(join(folder, file))) return []
  const fields = parseYaml(file, readFileSync(join(folder, file), 'utf8'))
  const { count } = createReader(file, fields, Object.keys(fields))
  return Object.keys(fields).map((keyword) => ({ keyword, times: count(keyword) }))
}

function loadArticle(folder: string, file: string, readSize: PictureSize): NewArticle {
  const { head, body } = splitFrontMatter(file, readFileSync(join(folder, file), 'utf8'))
  const field = createReader(file, parseYaml(file, head), FRONT_MATTER)
  for (const [, name] of body.matchAll(/\]\(\/file\/img\/([^)\s"]+)/g)) {
    if (!existsSync(join(folder, 'pictures', name ?? ''))) field.fail(`picture ${name} is not in pictures`)
  }
  const cover = field.optionalText('cover')
  if (cover && !existsSync(join(folder, 'pictures', cover))) field.fail(`cover ${cover} is not in pictures`)
  const linkUrl = field.optionalText('link')
  if (linkUrl && !/^https?:\/\//.test(linkUrl)) field.fail('link must start with https://')
  if (linkUrl && carriesToken(linkUrl)) field.fail('link must not carry a login token')
  const { html, plain } = renderMarkdown(body, readSize)
  return {
    title: field.text('title'),
    summary: field.optionalText('summary'),
    categoryId: field.readOneOf('category', CATEGORIES),
    tags: field.texts('tags'),
    createdAt: field.instant('publishedAt'),
    keywords: field.optionalText('keywords'),
    authorName: field.optionalText('author'),
    quantity: field.count('views'),
    isStick: field.flag('sticky'),
    isRecommend: field.flag('recommended'),
    isCarousel: field.flag('carousel'),
    isOriginal: field.flag('original', true),
    originalUrl: field.optionalText('originalUrl'),
    readType: field.readOneOf('readType', READ_TYPE, 'open'),
    isPublish: field.readOneOf('state', PUBLISH_STATE, 'published'),
    cover: cover === null ? null : PICTURE_PREFIX + cover,
    linkUrl,
    content: html,
    contentMd: body,
    plain,
  }
}

/**
 * Reads a folder of content: `news`, `research`, `gems`, `merchandise` and `pages` with one Markdown file an article,
 * `pictures`, `site.yaml`, `about.md`, `navigation.yaml`, `searches.yaml`. Each part may be missing.
 * @throws ContentError on the first invalid file
 */
export function loadContent(folder: string): SiteContent {
  const sizes = new Map<string, ReturnType<typeof readSvgSize>>()
  const readSize: PictureSize = (address) => {
    const name = address.startsWith(PICTURE_PREFIX) ? address.slice(PICTURE_PREFIX.length) : ''
    if (!name.endsWith('.svg')) return undefined
    if (!sizes.has(name)) sizes.set(name, readSvgSize(readFileSync(join(folder, 'pictures', name), 'utf8')))
    return sizes.get(name)
  }
  const files = FOLDERS.filter((part) => existsSync(join(folder, part))).flatMap((part) =>
    readdirSync(join(folder, part))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => join(part, name)),
  )
  const articles = files.map((file) => loadArticle(folder, file, readSize))
  // Sorts the oldest first, so that ids rise with time as on a grown site.
  articles.sort((one, other) => one.createdAt - other.createdAt)

  const settings: Record<string, unknown> = {}
  if (existsSync(join(folder, 'site.yaml'))) {
    const fields = parseYaml('site.yaml', readFileSync(join(folder, 'site.yaml'), 'utf8'))
    createReader('site.yaml', fields, SETTINGS)
    for (const [name, value] of Object.entries(fields)) settings[name] = readSetting(name, value)
  }
  if (existsSync(join(folder, 'about.md'))) {
    const about = readFileSync(join(folder, 'about.md'), 'utf8')
    settings.aboutMe = renderMarkdown(
      about.startsWith('---\n') ? splitFrontMatter('about.md', about).body : about,
      readSize,
    ).html
  }
  return { articles, settings, navigation: loadNavigation(folder), searches: loadSearches(folder) }
}
