import { languageOf, translationsOf } from '#app/english/english-site.ts'
import { toMachineDate } from '#lib/format.ts'
import { pageJsonLd } from './json-ld.ts'
import { pageHead } from './page-head.ts'

/** File in `public/`, 1200 × 630 px: shown when a page without a picture is shared. */
const DEFAULT_IMAGE = '/og.png'

export type DocumentMeta = ReturnType<typeof documentMeta>

/** All metadata of a page, for the document that the server sends. */
export function documentMeta(...[matches, location, site, status]: Parameters<typeof pageHead>) {
  const { meta, ...head } = pageHead(matches, location, site, status)
  const { about } = meta
  const language = languageOf(location.pathname)
  const cover = about?.coverUrl || DEFAULT_IMAGE
  // Messengers do not render SVG.
  const image = /\.svg(?:[?#]|$)/i.test(cover) ? DEFAULT_IMAGE : cover
  return {
    ...head,
    language,
    /** The page in each of its languages. */
    translations: head.isHidden ? [] : translationsOf(location.pathname),
    type: about ? 'article' : 'website',
    publishedAt: toMachineDate(about?.publishedAt),
    author: about?.author,
    image,
    /** The page has no picture that other sites can show. */
    isDefaultImage: image === DEFAULT_IMAGE,
    jsonLd: head.isHidden ? [] : pageJsonLd(meta, site, language),
  }
}
