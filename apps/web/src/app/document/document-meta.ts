import { getLanguage, listTranslations } from '#app/english/english-site.ts'
import { toMachineDate } from '#lib/format.ts'
import { buildPageJsonLd } from './json-ld.ts'
import { buildPageHead } from './page-head.ts'

/** File in `public/`, 1200 × 630 px: shown when a page without a picture is shared. */
const DEFAULT_IMAGE = '/og.png'

export type DocumentMeta = ReturnType<typeof buildDocumentMeta>

/** All metadata of a page, for the document that the server sends. */
export function buildDocumentMeta(...[matches, location, site, status]: Parameters<typeof buildPageHead>) {
  const { meta, ...head } = buildPageHead(matches, location, site, status)
  const { about } = meta
  const language = getLanguage(location.pathname)
  const cover = about?.coverUrl || DEFAULT_IMAGE
  // Messengers do not render SVG.
  const image = /\.svg(?:[?#]|$)/i.test(cover) ? DEFAULT_IMAGE : cover
  return {
    ...head,
    language,
    /** The page in each of its languages. */
    translations: head.isHidden ? [] : listTranslations(location.pathname),
    type: about ? 'article' : 'website',
    publishedAt: toMachineDate(about?.publishedAt),
    author: about?.author,
    image,
    /** The page has no picture that other sites can show. */
    isDefaultImage: image === DEFAULT_IMAGE,
    jsonLd: head.isHidden ? [] : buildPageJsonLd(meta, site, language),
  }
}
