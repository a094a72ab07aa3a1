import type { Params } from 'react-router-dom'
import type { Site } from '#domain/site/site.ts'
import { toMachineDate } from '#lib/format.ts'
import { type JsonLd, organizationLd, webSiteLd } from '#lib/json-ld.ts'
import type { PageHandle, PageMeta } from '#lib/meta.ts'

/** A matched route, as `useMatches` gives it and as the server makes it of its context. */
export interface MetaSource {
  handle: unknown
  loaderData: unknown
  params: Params<string>
}

/** In `public/`, 1200 × 630 px: shown when a page without a picture is shared. */
const DEFAULT_IMAGE = '/og.png'
/** In `public/`, 256 × 256 px. */
export const LOGO = '/logo.png'

export type DocumentMeta = ReturnType<typeof documentMeta>

/** Metadata of the deepest matched route, for the document's head; `status` is that of the page. */
export function documentMeta(
  matches: readonly MetaSource[],
  { pathname, search }: { pathname: string; search: string },
  site: Site,
  status = 200,
) {
  const meta: PageMeta =
    status === 200 ? metaOfMatches(matches, search) : { title: status === 404 ? '此页未见记录' : '出错了' }
  const isHidden = meta.isHidden ?? status !== 200
  // Messengers do not render SVG.
  const image = /\.svg(?:[?#]|$)/i.test(meta.image ?? '') ? undefined : meta.image
  return {
    /** With the site's name; on the home page the site's name alone. */
    title: meta.title ? `${meta.title} - ${site.name}` : site.name,
    description: meta.description || site.description,
    type: meta.type ?? 'website',
    canonical: meta.canonical ?? pathname,
    publishedAt: toMachineDate(meta.publishedAt),
    author: meta.author || undefined,
    image: image ?? DEFAULT_IMAGE,
    /** The page has no picture that other sites can show. */
    isDefaultImage: image === undefined,
    isHidden,
    /** Organisation, site, and the page's own nodes. */
    jsonLd: isHidden ? [] : [organizationLd({ ...site, logo: LOGO }), webSiteLd(site.name), ...listOf(meta.jsonLd)],
  }
}

function listOf(nodes: PageMeta['jsonLd']): readonly JsonLd[] {
  if (nodes === undefined) return []
  return Array.isArray(nodes) ? nodes : [nodes as JsonLd]
}

function metaOfMatches(matches: readonly MetaSource[], search: string): PageMeta {
  const match = matches.at(-1)
  const handle = match?.handle as PageHandle | undefined
  if (!match || !handle?.meta || match.loaderData === undefined) return {}
  return handle.meta(match.loaderData as never, { params: match.params, query: new URLSearchParams(search) })
}
