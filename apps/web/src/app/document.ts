import type { PageAssets } from './asset-tags.ts'
import type { DocumentMeta } from './page-meta.ts'
import { THEME_SCRIPT } from './theme-script.ts'

export interface DocumentParts {
  meta: DocumentMeta
  siteName: string
  /** Scheme and host of the site, without a slash at the end. */
  origin: string
  assets: PageAssets
  /** What React has rendered. */
  body: string
  /** What the page in the browser begins with; left out for the shell, which loads everything itself. */
  hydration?: unknown
}

/** In `public/`: it has no hash in its name, as only the server names it. */
const FAVICON = '/favicon.svg'
/** `--color-bg` of the light theme; the theme's toggle changes it. */
const THEME_COLOUR = '#f5f7f6'

/** The whole HTML document. Holds no inline style, and no inline script but `THEME_SCRIPT`: the policy allows no other. */
export function htmlDocument({ meta, siteName, origin, assets, body, hydration }: DocumentParts): string {
  const canonical = new URL(meta.canonical, origin).href
  return [
    '<!doctype html><html lang="zh-CN" data-theme="light"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<script>${THEME_SCRIPT}</script>`,
    `<title>${escapeHtml(meta.title)}</title>`,
    metaTag('name', 'description', meta.description),
    meta.isHidden ? metaTag('name', 'robots', 'noindex') : `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    metaTag('property', 'og:title', meta.title),
    metaTag('property', 'og:description', meta.description),
    metaTag('property', 'og:type', meta.type),
    metaTag('property', 'og:url', canonical),
    metaTag('property', 'og:site_name', siteName),
    metaTag('property', 'og:locale', 'zh_CN'),
    meta.image ? metaTag('property', 'og:image', new URL(meta.image, origin).href) : '',
    metaTag('name', 'theme-color', THEME_COLOUR),
    `<link rel="icon" type="image/svg+xml" href="${FAVICON}">`,
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...assets.preloads.map((href) => `<link rel="modulepreload" href="${href}">`),
    `<script type="module" src="${assets.entry}"></script></head><body><div id="root">${body}</div>`,
    hydration === undefined ? '' : hydrationTag(hydration),
    '</body></html>',
  ].join('')
}

function metaTag(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}">`
}

/** `<` is escaped, so that no content can end the element. */
function hydrationTag(hydration: unknown): string {
  const json = JSON.stringify(hydration).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="hydration">${json}</script>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
