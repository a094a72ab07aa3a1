import type { LoaderFunctionArgs, Params } from 'react-router-dom'
import type { LoaderData } from './api/define-loader.ts'
import type { WireDate } from './format.ts'
import type { JsonLd } from './json-ld.ts'

/** Metadata of a page for the tab, search engines and sharing. */
export interface PageMeta {
  /** Without the site's name; left out on the home page. */
  title?: string
  description?: string
  /** Path or address of a picture for sharing; the site's own by default. */
  image?: string
  type?: 'website' | 'article'
  /** Of an article. */
  publishedAt?: WireDate
  /** Name. */
  author?: string | null
  /** Canonical path and query; by default the path alone. */
  canonical?: string
  /** noindex. */
  isHidden?: boolean
  /** Nodes made by `json-ld.ts`, besides organisation and site. */
  jsonLd?: JsonLd | readonly JsonLd[]
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
