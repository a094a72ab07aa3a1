import { expect, it } from 'vitest'
import { articleLd, breadcrumbLd, faqLd, organizationLd, productLd, webSiteLd } from './json-ld.ts'

it('lists breadcrumbs from the home page, the last without an address', () => {
  expect(breadcrumbLd([{ text: '宝石百科', to: '/gem' }, { text: '红宝石' }])).toEqual({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: '首页', item: '/' },
      { '@type': 'ListItem', position: 2, name: '宝石百科', item: '/gem' },
      { '@type': 'ListItem', position: 3, name: '红宝石' },
    ],
  })
})

it('leaves out steps without a page', () => {
  expect(breadcrumbLd([{ text: '检测业务' }, { text: '证书查询' }]).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: '首页', item: '/' },
    { '@type': 'ListItem', position: 2, name: '证书查询' },
  ])
})

it('distinguishes news from articles, dates them by the instant, and omits unknown members', () => {
  const news = articleLd({
    title: '新版证书启用',
    path: '/news-article/7',
    publishedAt: '2026-11-12 09:30:00',
    image: '/file/img/a.jpg',
    isNews: true,
  })
  expect(news).toMatchObject({
    '@type': 'NewsArticle',
    headline: '新版证书启用',
    url: '/news-article/7',
    image: '/file/img/a.jpg',
    datePublished: '2026-11-12T01:30:00.000Z',
    dateModified: '2026-11-12T01:30:00.000Z',
  })
  const plain = articleLd({ title: '研究', path: '/article/8', author: '周观澜' })
  expect(plain).toMatchObject({ '@type': 'Article', author: { '@type': 'Person', name: '周观澜' } })
  for (const member of ['image', 'description', 'datePublished', 'dateModified', 'articleSection']) {
    expect(plain).not.toHaveProperty(member)
  }
})

it('describes questions with answers, and products without a price', () => {
  expect(faqLd([{ question: '多久出证？', answer: '3 个工作日。' }])).toEqual({
    '@type': 'FAQPage',
    mainEntity: [
      { '@type': 'Question', name: '多久出证？', acceptedAnswer: { '@type': 'Answer', text: '3 个工作日。' } },
    ],
  })
  expect(productLd({ name: '放大镜', path: '/article/9', summary: '三片胶合。' })).toMatchObject({
    '@type': 'Product',
    url: '/article/9',
    description: '三片胶合。',
  })
})

it('omits the phone number when there is none, and describes the site search', () => {
  const facts = { name: '石衡', description: '检测', logo: '/logo.png', phone: '' }
  expect(organizationLd(facts)).not.toHaveProperty('telephone')
  expect(organizationLd({ ...facts, phone: '0571-1234' })).toMatchObject({ telephone: '0571-1234' })
  expect(webSiteLd('石衡')).toMatchObject({
    publisher: { '@id': '/#organization' },
    potentialAction: { target: { urlTemplate: '/search?keyword={keyword}' } },
  })
})
