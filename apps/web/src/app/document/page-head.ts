import type { Params } from 'react-router-dom'
import type { Site } from '#domain/site/site.ts'
import type { PageHandle, PageMeta } from '#lib/meta.ts'

/** A matched route: the result of `useMatches` in the browser, made from the context on the server. */
export interface MetaSource {
  handle: unknown
  loaderData: unknown
  params: Params<string>
}

/**
 * Metadata of the deepest matched route that changes with each navigation; `status` is that of the page. The other
 * metadata is in the server's document only, see `document-meta.ts`.
 */
export function buildPageHead(
  matches: readonly MetaSource[],
  { pathname, search }: { pathname: string; search: string },
  site: Site & { failureTitle?: string; missingTitle?: string },
  status = 200,
) {
  const meta: PageMeta =
    status === 200
      ? findPageMeta(matches, search)
      : { title: status === 404 ? (site.missingTitle ?? '此页未见记录') : (site.failureTitle ?? '出错了') }
  return {
    /** Metadata of the page itself. */
    meta,
    /** Title followed by the site's name; on the home page the site's name alone. */
    title: meta.title ? `${meta.title} - ${site.name}` : site.name,
    description: meta.description || site.description,
    canonical: meta.canonical ?? pathname,
    isHidden: meta.isHidden ?? status !== 200,
  }
}

function findPageMeta(matches: readonly MetaSource[], search: string): PageMeta {
  const match = matches.at(-1)
  const handle = match?.handle as PageHandle | undefined
  if (!match || !handle?.meta || match.loaderData === undefined) return {}
  return handle.meta(match.loaderData as never, { params: match.params, query: new URLSearchParams(search) })
}
