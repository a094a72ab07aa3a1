import type { LoaderFunctionArgs, Params } from 'react-router-dom'
import type { LoaderData } from './api/define-loader.ts'
import type { WireDate } from './format.ts'
import type { JsonLd } from './json-ld.ts'

/** What a page says about itself to the tab, to search engines and to whoever shares it. */
export interface PageMeta {
  /** Without the site's name; left out on the home page. */
  title?: string
  description?: string
  /** Address of a picture, from the root or whole; left out, the site's own is shown where the page is shared. */
  image?: string
  type?: 'website' | 'article'
  /** Of an article. */
  publishedAt?: WireDate
  /** Name of who wrote it. */
  author?: string | null
  /** Path and query under which the page should be known; by default its path without a query. */
  canonical?: string
  /** Not to be found by search engines. */
  isHidden?: boolean
  /** What the page is about, for search engines: nodes made by `json-ld.ts`. Organisation and site are always there. */
  jsonLd?: JsonLd | readonly JsonLd[]
}

interface MetaMatch {
  params: Params<string>
  query: URLSearchParams
}

/** Stands beside a page's loader as `handle.meta`, and makes its `PageMeta` of the loader's data. */
export type MetaOf<L extends (args: LoaderFunctionArgs) => Promise<unknown>> = (
  data: LoaderData<L>,
  match: MetaMatch,
) => PageMeta

/** `handle` of a page's route. */
export interface PageHandle {
  meta?: (data: never, match: MetaMatch) => PageMeta
}
