import { CATEGORY } from '@portal/contract/constants.ts'
import { START_SCRIPT } from '#app/boot/start-script.ts'
import { THEME_SCRIPT } from '#app/document/theme-script.ts'
import { ENGLISH_STYLES } from '#app/english/english-site.ts'
import { escapeHtml } from '#lib/html/safe-html.ts'
import type { PageAssets } from './asset-tags.ts'
import type { DocumentMeta } from './document-meta.ts'
import { ADDRESS_MEMBERS, type JsonLd, LOGO } from './json-ld.ts'

export interface DocumentParts {
  meta: DocumentMeta
  siteName: string
  /** Scheme and host of the site, without a slash at the end. */
  origin: string
  assets: PageAssets
  /** HTML rendered by React. */
  body: string
  /** Initial state of the browser's router; absent in the shell, which loads everything itself. */
  hydration?: unknown
  /** The page has no scripts except that of the theme. */
  isStatic?: boolean
}

/** File in `public/`, without a hash in its name. */
export const FAVICON = '/favicon.svg'
/** `--color-bg` of the light theme; `shell/theme.tsx` updates it. */
export const THEME_COLOUR = '#f5f7f6'

/** Feeds served by the BFF. */
const FEEDS: readonly { title: string; path: string }[] = [
  { title: '全部文章', path: '/feed.xml' },
  { title: '新闻资讯', path: `/feed/${CATEGORY.news}.xml` },
  { title: '研究', path: `/feed/${CATEGORY.research}.xml` },
]

const DEVICE_TAGS: readonly string[] = [
  // iOS links certificate numbers and dates without this tag, which breaks hydration.
  '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">',
  // Tells Baidu that desktop and phones share one address, which must not be transcoded.
  '<meta name="applicable-device" content="pc,mobile">',
  '<meta http-equiv="Cache-Control" content="no-transform">',
]

const DEFAULT_IMAGE_SIZE = { width: '1200', height: '630' }

/** Builds the whole HTML document. The policy allows no inline style, and no inline script but these two. */
export function renderDocument(parts: DocumentParts): string {
  const { meta, siteName, origin, assets, body, hydration, isStatic = false } = parts
  const canonical = new URL(meta.canonical, origin).href
  return [
    `<!doctype html><html lang="${meta.language}" data-theme="light"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ...DEVICE_TAGS,
    `<script>${THEME_SCRIPT}</script>`,
    `<title>${escapeHtml(meta.title)}</title>`,
    renderMetaTag('name', 'description', meta.description),
    meta.isHidden
      ? renderMetaTag('name', 'robots', 'noindex')
      : `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    ...meta.translations.map(
      ({ language, path }) => `<link rel="alternate" hreflang="${language}" href="${escapeHtml(origin + path)}">`,
    ),
    renderMetaTag('property', 'og:title', meta.title),
    renderMetaTag('property', 'og:description', meta.description),
    renderMetaTag('property', 'og:type', meta.type),
    meta.publishedAt ? renderMetaTag('property', 'article:published_time', meta.publishedAt) : '',
    meta.author ? renderMetaTag('property', 'article:author', meta.author) : '',
    renderMetaTag('property', 'og:url', canonical),
    renderMetaTag('property', 'og:site_name', siteName),
    renderMetaTag('property', 'og:locale', meta.language === 'en' ? 'en_GB' : 'zh_CN'),
    renderMetaTag('property', 'og:image', toAbsoluteAddress(meta.image, origin)),
    ...(meta.isDefaultImage
      ? [
          renderMetaTag('property', 'og:image:width', DEFAULT_IMAGE_SIZE.width),
          renderMetaTag('property', 'og:image:height', DEFAULT_IMAGE_SIZE.height),
          renderMetaTag('property', 'og:image:alt', siteName),
        ]
      : []),
    renderMetaTag('name', 'twitter:card', 'summary_large_image'),
    renderMetaTag('name', 'theme-color', THEME_COLOUR),
    `<link rel="icon" type="image/svg+xml" href="${FAVICON}">`,
    `<link rel="apple-touch-icon" href="${LOGO}">`,
    ...FEEDS.map(
      ({ title, path }) =>
        `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(`${title} - ${siteName}`)}" href="${path}">`,
    ),
    renderJsonLdTag(meta.jsonLd, origin),
    `<link rel="stylesheet" href="${assets.styles}">`,
    meta.language === 'en' ? `<link rel="stylesheet" href="${ENGLISH_STYLES}">` : '',
    // A rendered page is visible before its scripts are loaded; the shell is empty without them.
    ...(hydration === undefined && !isStatic ? renderScriptTags(assets) : []),
    `</head><body><div id="root">${body}</div>`,
    ...(hydration === undefined || isStatic ? [] : [renderHydrationTag(hydration), renderStartTag(assets)]),
    '</body></html>',
  ].join('')
}

export function renderScriptTags({ entry, preloads }: PageAssets): string[] {
  return [
    ...preloads.map((href) => `<link rel="modulepreload" href="${href}">`),
    `<script type="module" src="${entry}"></script>`,
  ]
}

/** Loads the scripts after the first paint. */
function renderStartTag({ entry, preloads }: PageAssets): string {
  return `<script data-files="${[entry, ...preloads].join(' ')}">${START_SCRIPT}</script>`
}

function renderMetaTag(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}">`
}

function renderHydrationTag(hydration: unknown): string {
  return `<script type="application/json" id="hydration">${toScriptJson(hydration)}</script>`
}

/** A data block, to which the policy does not apply. */
function renderJsonLdTag(nodes: readonly JsonLd[], origin: string): string {
  if (nodes.length === 0) return ''
  const graph = { '@context': 'https://schema.org', '@graph': nodes }
  const json = toScriptJson(graph, (name, value) =>
    ADDRESS_MEMBERS.has(name) && typeof value === 'string' ? toAbsoluteAddress(value, origin) : value,
  )
  return `<script type="application/ld+json">${json}</script>`
}

/** `<` is escaped, so that no content can end the element. */
function toScriptJson(value: unknown, replacer?: (name: string, value: unknown) => unknown): string {
  return JSON.stringify(value, replacer).replaceAll('<', '\\u003c')
}

/** Prepends the origin to a path; other values are returned as they are. */
function toAbsoluteAddress(address: string, origin: string): string {
  return /^\/(?!\/)/.test(address) ? origin + address : address
}
