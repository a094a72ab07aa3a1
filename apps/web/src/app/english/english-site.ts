import type { SiteInfo } from '@portal/contract/site/site.ts'
import { type Site, toSite } from '#domain/site/site.ts'

/** Id of the route around the English pages: the file of its module. */
export const ENGLISH_SHELL_ID = 'src/app/english/english-shell.tsx'
/** Style sheet of English pages, in `public/`: every Chinese page would load it if it were part of the site's sheet. */
export const ENGLISH_STYLES = '/english.css'

/** Paths of pages that exist in both languages. */
const TRANSLATED: readonly (readonly [chinese: string, english: string])[] = [
  ['/certificate-check', '/en/certificate-check'],
  ['/certificate-check/receipt', '/en/certificate-check/receipt'],
  ['/certificate-check/share', '/en/certificate-check/share'],
]
/** Paths with a secret: never in the head of a document, because those pages are hidden from search engines. */
const SHARES = /^(?:\/en)?(\/share\/[\w-]+)$/

export interface Translation {
  language: 'zh-CN' | 'en'
  path: string
}

export function getLanguage(pathname: string): Translation['language'] {
  return pathname.startsWith('/en/') ? 'en' : 'zh-CN'
}

/** Paths of a page in all its languages, including its own; empty for a page in one language. */
export function listTranslations(pathname: string): Translation[] {
  const share = SHARES.exec(pathname)?.[1]
  const pair = share ? [share, `/en${share}`] : TRANSLATED.find((paths) => paths.includes(pathname))
  return (pair ?? []).map((path) => ({ language: getLanguage(path), path }))
}

/** The site's settings on English pages. A name without a translation stays Chinese. */
export function toEnglishSite(info: SiteInfo | null): Site & { failureTitle: string; missingTitle: string } {
  const site = toSite(info)
  const name = info?.nameEn?.trim()
  return {
    ...site,
    ...(name && { name, mark: { ...site.mark, rest: name } }),
    description: 'Certificate lookup and testing services.',
    failureTitle: 'Something went wrong',
    missingTitle: 'Nothing found here',
  }
}
