import type { LoaderFunctionArgs, Params } from 'react-router-dom'
import type { LoaderData } from './api/define-loader.ts'
import type { WireDate } from './format.ts'

/** Metadata of a page for the tab, search engines and sharing. */
export interface PageMeta {
  /** Without the site's name; left out on the home page. */
  title?: string
  description?: string
  /** Canonical path and query; by default the path alone. */
  canonical?: string
  /** noindex. */
  isHidden?: boolean
  /** Breadcrumb after the home page, the last step without `to`, as in `ui/crumb.tsx`. */
  crumb?: readonly { text: string; to?: string }[]
  /** Questions that the page answers; an answer is plain text or sanitised HTML. */
  faq?: readonly { question: string; answer: string }[]
  /** The article or the product that the page is about. */
  about?: ArticleFacts
}

/** An article as search engines and messengers show it. */
export interface ArticleFacts {
  title: string
  /** Canonical path. */
  path: string
  summary: string
  /** Path or whole address; for sharing it replaces the site's picture. */
  coverUrl: string | null
  publishedAt: WireDate
  /** Name. */
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

/** `handle` of a page's route. */
export interface PageHandle {
  meta?: (data: never, match: MetaMatch) => PageMeta
}
