import { formatDate, toMachineDate, type WireDate } from './format.ts'

/**
 * A schema.org node for search engines. Addresses of this site are paths; `app/document/document.ts` makes those in
 * `ADDRESS_MEMBERS` absolute and puts all nodes of a page into one graph.
 */
export type JsonLd = Readonly<Record<string, unknown>>

/** Members whose value is an address. */
export const ADDRESS_MEMBERS: ReadonlySet<string> = new Set([
  '@id',
  'url',
  'item',
  'image',
  'logo',
  'mainEntityOfPage',
  'urlTemplate',
])

/** Nodes of every page, which others refer to. */
const ORGANISATION_ID = '/#organization'
const WEBSITE_ID = '/#website'

export interface OrganisationFacts {
  name: string
  description: string
  /** Path of a picture of at least 112 × 112 px. */
  logo: string
  /** Empty when there is none. */
  phone: string
}

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

/** The site with its search action. */
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
 * Breadcrumbs from the home page, the last step without `to`, as in `ui/crumb.tsx`. Other steps without a page (检测业务)
 * are left out: search engines require an address for all but the last.
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
  /** Canonical path. */
  path: string
  summary?: string | null
  /** Path or whole address. */
  image?: string | null
  publishedAt?: WireDate
  updatedAt?: WireDate
  author?: string | null
  /** Name of the category. */
  section?: string | null
  isNews?: boolean
}

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

/** An answer is plain text or sanitised HTML. */
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

/** A product without a price: nothing is sold online. */
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
