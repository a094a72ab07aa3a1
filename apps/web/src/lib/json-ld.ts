import { formatDate, toMachineDate, type WireDate } from './format.ts'

/**
 * One node of schema.org, for search engines. Addresses of ours are paths from the root; `app/document.ts` makes those
 * under the names of `ADDRESS_MEMBERS` whole, puts `@context` before them and all nodes of a page into one graph.
 */
export type JsonLd = Readonly<Record<string, unknown>>

/** Members whose value is an address, and may be a path of ours. */
export const ADDRESS_MEMBERS: ReadonlySet<string> = new Set([
  '@id',
  'url',
  'item',
  'image',
  'logo',
  'mainEntityOfPage',
  'urlTemplate',
])

/** Nodes that stand on every page, so that others can point to them. */
const ORGANISATION_ID = '/#organization'
const WEBSITE_ID = '/#website'

export interface OrganisationFacts {
  name: string
  description: string
  /** Path of a picture of at least 112 × 112 px. */
  logo: string
  /** As printed; empty when there is none. */
  phone: string
}

/** The laboratory itself. */
export function organizationLd({ name, description, logo, phone }: OrganisationFacts): JsonLd {
  return {
    '@type': 'Organization',
    '@id': ORGANISATION_ID,
    name,
    url: '/',
    description,
    logo,
    ...(phone && { telephone: phone }),
  }
}

/** The site, with the search that a search engine may offer. */
export function webSiteLd(name: string): JsonLd {
  return {
    '@type': 'WebSite',
    '@id': WEBSITE_ID,
    name,
    url: '/',
    inLanguage: 'zh-CN',
    publisher: { '@id': ORGANISATION_ID },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: '/search?keyword={keyword}' },
      'query-input': 'required name=keyword',
    },
  }
}

/**
 * The way from the home page, as `ui/crumb.tsx` shows it: the same steps, the last without `to`. A step on the way that
 * is no page of its own (检测业务) is left out: search engines want an address for each but the last.
 */
export function breadcrumbLd(steps: readonly { text: string; to?: string }[]): JsonLd {
  const pages = steps.filter((step, index) => step.to !== undefined || index === steps.length - 1)
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ text: '首页', to: '/' }, ...pages].map(({ text, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: text,
      ...(to !== undefined && { item: to }),
    })),
  }
}

export interface ArticleFacts {
  title: string
  /** Under which the article should be known. */
  path: string
  summary?: string | null
  /** Path or whole address. */
  image?: string | null
  publishedAt?: WireDate
  updatedAt?: WireDate
  author?: string | null
  /** Name of the category. */
  section?: string | null
  /** News; anything else is an article without further claims. */
  isNews?: boolean
}

/** An article or a piece of news; dates in ISO 8601. */
export function articleLd(facts: ArticleFacts): JsonLd {
  const { title, path, summary, image, publishedAt, updatedAt, author, section, isNews = false } = facts
  const datePublished = toMachineDate(publishedAt)
  const dateModified = toMachineDate(updatedAt) ?? datePublished
  return {
    '@type': isNews ? 'NewsArticle' : 'Article',
    headline: title,
    url: path,
    mainEntityOfPage: path,
    inLanguage: 'zh-CN',
    publisher: { '@id': ORGANISATION_ID },
    author: author ? { '@type': 'Person', name: author } : { '@id': ORGANISATION_ID },
    ...(summary && { description: summary }),
    ...(image && { image }),
    ...(datePublished && { datePublished }),
    ...(dateModified && { dateModified }),
    ...(section && { articleSection: section }),
  }
}

/** Questions with their answers; an answer is plain text or HTML that the BFF has sanitised. */
export function faqLd(entries: readonly { question: string; answer: string }[]): JsonLd {
  return {
    '@type': 'FAQPage',
    mainEntity: entries.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

export interface ProductFacts {
  name: string
  path: string
  summary?: string | null
  /** Path or whole address. */
  image?: string | null
  /** First day on sale. */
  releasedAt?: WireDate
}

/** A thing of the shop. No price: none is sold here. */
export function productLd({ name, path, summary, image, releasedAt }: ProductFacts): JsonLd {
  const releaseDate = formatDate(releasedAt)
  return {
    '@type': 'Product',
    name,
    url: path,
    brand: { '@id': ORGANISATION_ID },
    ...(summary && { description: summary }),
    ...(image && { image }),
    ...(releaseDate && { releaseDate }),
  }
}
