import type { LoaderFunctionArgs, Params } from 'react-router-dom'
import type { LoaderData } from './api/define-loader.ts'
import type { WireDate } from './format.ts'

/** Metadata of a page for the tab, search engines and sharing. */
export interface PageMeta {
  /** Title without the site's name; left out on the home page. */
  title?: string
  description?: string
  /** Canonical path and query; by default only the path. */
  canonical?: string
  /** Whether the page is hidden from search engines (noindex). */
  isHidden?: boolean
  /** Breadcrumb after the home page, the last step without `to`, as in `ui/crumb.tsx`. */
  crumb?: readonly { text: string; to?: string }[]
  /** Questions that the page answers; an answer is plain text or sanitised HTML. */
  faq?: readonly { question: string; answer: string }[]
  /** The article or the product that the page is about. */
  about?: ArticleFacts
}

/** Data of an article for search engines and messengers. */
export interface ArticleFacts {
  title: string
  /** Canonical path. */
  path: string
  summary: string
  /** Path or absolute address of the cover; for sharing it replaces the site's picture. */
  coverUrl: string | null
  publishedAt: WireDate
  /** Name of the author. */
  author: string | null
  category: { id: number; name: string }
}

interface MetaMatch {
  params: Params<string>
  query: URLSearchParams
}

/** Makes the `PageMeta` of a page from its loader's data; `handle.meta` of the route. */
export type MetaOf<L extends (args: LoaderFunctionArgs) => Promise<unknown>> = (
  data: LoaderData<L>,
  match: MetaMatch,
) => PageMeta

/** Type of `handle` in a page's route. */
export interface PageHandle {
  meta?: (data: never, match: MetaMatch) => PageMeta
}
