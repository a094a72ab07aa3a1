import { CATEGORY } from '@portal/contract/constants.ts'
import { expect, it } from 'vitest'
import type { ArticleFacts, PageMeta } from '#lib/meta.ts'
import {
  buildPageJsonLd,
  toArticleLd,
  toBreadcrumbLd,
  toFaqLd,
  toOrganizationLd,
  toProductLd,
  toWebSiteLd,
} from './json-ld.ts'

it('lists breadcrumbs from the home page, the last without an address', () => {
  expect(toBreadcrumbLd([{ text: '宝石百科', to: '/gem' }, { text: '红宝石' }])).toEqual({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: '首页', item: '/' },
      { '@type': 'ListItem', position: 2, name: '宝石百科', item: '/gem' },
      { '@type': 'ListItem', position: 3, name: '红宝石' },
    ],
  })
})

it('leaves out steps without a page', () => {
  expect(toBreadcrumbLd([{ text: '检测业务' }, { text: '证书查询' }]).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: '首页', item: '/' },
    { '@type': 'ListItem', position: 2, name: '证书查询' },
  ])
})

const article: ArticleFacts = {
  title: '新版证书启用',
  path: '/news-article/7',
  summary: '',
  coverUrl: null,
  publishedAt: null,
  author: null,
  category: { id: CATEGORY.news, name: '新闻资讯' },
}

it('distinguishes news from articles, dates them by the instant, and omits unknown members', () => {
  const news = toArticleLd({ ...article, publishedAt: '2026-11-12 09:30:00', coverUrl: '/file/img/a.jpg' })
  expect(news).toMatchObject({
    '@type': 'NewsArticle',
    headline: '新版证书启用',
    url: '/news-article/7',
    image: '/file/img/a.jpg',
    datePublished: '2026-11-12T01:30:00.000Z',
    dateModified: '2026-11-12T01:30:00.000Z',
    articleSection: '新闻资讯',
  })
  const plain = toArticleLd({ ...article, author: '周观澜', category: { id: CATEGORY.research, name: '研究' } })
  expect(plain).toMatchObject({ '@type': 'Article', author: { '@type': 'Person', name: '周观澜' } })
  for (const member of ['image', 'description', 'datePublished', 'dateModified']) {
    expect(plain).not.toHaveProperty(member)
  }
})

it('describes questions with answers, and products without a price', () => {
  expect(toFaqLd([{ question: '多久出证？', answer: '3 个工作日。' }])).toEqual({
    '@type': 'FAQPage',
    mainEntity: [
      { '@type': 'Question', name: '多久出证？', acceptedAnswer: { '@type': 'Answer', text: '3 个工作日。' } },
    ],
  })
  expect(toProductLd({ ...article, path: '/article/9', summary: '三片胶合。' })).toMatchObject({
    '@type': 'Product',
    url: '/article/9',
    description: '三片胶合。',
  })
})

it('omits the phone number when there is none, and describes the site search', () => {
  const facts = { name: '石衡', description: '检测', phone: '' }
  expect(toOrganizationLd(facts)).not.toHaveProperty('telephone')
  expect(toOrganizationLd({ ...facts, phone: '0571-1234' })).toMatchObject({ telephone: '0571-1234' })
  expect(toWebSiteLd('石衡')).toMatchObject({
    publisher: { '@id': '/#organization' },
    potentialAction: { target: { urlTemplate: '/search?keyword={keyword}' } },
  })
})

it('lists the nodes that a page has', () => {
  const site = { name: '石衡', description: '检测', phone: '' }
  const listTypes = (meta: PageMeta) => buildPageJsonLd(meta, site).map((node) => node['@type'])
  expect(listTypes({})).toEqual(['Organization', 'WebSite'])
  expect(listTypes({ crumb: [], faq: [] })).toEqual(['Organization', 'WebSite', 'BreadcrumbList'])
  expect(listTypes({ faq: [{ question: '多久出证？', answer: '3 个工作日。' }] })).toContain('FAQPage')
  expect(listTypes({ about: article })).toContain('NewsArticle')
  expect(listTypes({ about: { ...article, category: { id: CATEGORY.merchandise, name: '周边' } } })).toContain(
    'Product',
  )
})
