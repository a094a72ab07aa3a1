import { CATEGORY } from '@portal/contract/constants.ts'
import { formatDate, toMachineDate } from '#lib/format.ts'
import type { ArticleFacts, PageMeta } from '#lib/meta.ts'

/**
 * A schema.org node for search engines. Addresses of this site are paths; `document.ts` makes those in `ADDRESS_MEMBERS`
 * absolute and puts all nodes of a page into one graph.
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

/** File in `public/`, 256 × 256 px. */
export const LOGO = '/logo.png'

/** Ids of the nodes of every page, which other nodes refer to. */
const ORGANISATION_ID = '/#organization'
const WEBSITE_ID = '/#website'

/** Facts about the organisation in the site's settings. */
interface OrganisationFacts {
  name: string
  description: string
  /** Empty when there is none. */
  phone: string
}

export function toOrganizationLd({ name, description, phone }: OrganisationFacts): JsonLd {
  return {
    '@type': 'Organization',
    '@id': ORGANISATION_ID,
    name,
    url: '/',
    description,
    logo: LOGO,
    ...(phone && { telephone: phone }),
  }
}

/** The site with its search action. */
export function toWebSiteLd(name: string): JsonLd {
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

/** Organisation, site, and the nodes of the page. */
export function buildPageJsonLd(
  { crumb, faq = [], about }: PageMeta,
  site: OrganisationFacts,
  language: 'zh-CN' | 'en' = 'zh-CN',
): JsonLd[] {
  return [
    toOrganizationLd(site),
    toWebSiteLd(site.name),
    ...(crumb ? [toBreadcrumbLd(crumb, language === 'en' ? 'Home' : '首页')] : []),
    ...(faq.length > 0 ? [toFaqLd(faq)] : []),
    ...(about ? [about.category.id === CATEGORY.merchandise ? toProductLd(about) : toArticleLd(about)] : []),
  ]
}

/**
 * Breadcrumbs from the home page. Steps without a page (检测业务) are left out: search engines require an address for all
 * but the last.
 */
export function toBreadcrumbLd(steps: NonNullable<PageMeta['crumb']>, home = '首页'): JsonLd {
  const pages = steps.filter((step, index) => step.to !== undefined || index === steps.length - 1)
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ text: home, to: '/' }, ...pages].map(({ text, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: text,
      ...(to !== undefined && { item: to }),
    })),
  }
}

export function toArticleLd({ title, path, summary, coverUrl, publishedAt, author, category }: ArticleFacts): JsonLd {
  const date = toMachineDate(publishedAt)
  return {
    '@type': category.id === CATEGORY.news ? 'NewsArticle' : 'Article',
    headline: title,
    url: path,
    mainEntityOfPage: path,
    inLanguage: 'zh-CN',
    publisher: { '@id': ORGANISATION_ID },
    author: author ? { '@type': 'Person', name: author } : { '@id': ORGANISATION_ID },
    ...(summary && { description: summary }),
    ...(coverUrl && { image: coverUrl }),
    ...(date && { datePublished: date, dateModified: date }),
    articleSection: category.name,
  }
}

export function toFaqLd(entries: NonNullable<PageMeta['faq']>): JsonLd {
  return {
    '@type': 'FAQPage',
    mainEntity: entries.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

/** A product without a price: the site sells nothing online. */
export function toProductLd({ title, path, summary, coverUrl, publishedAt }: ArticleFacts): JsonLd {
  const releaseDate = formatDate(publishedAt)
  return {
    '@type': 'Product',
    name: title,
    url: path,
    brand: { '@id': ORGANISATION_ID },
    ...(summary && { description: summary }),
    ...(coverUrl && { image: coverUrl }),
    ...(releaseDate && { releaseDate }),
  }
}
