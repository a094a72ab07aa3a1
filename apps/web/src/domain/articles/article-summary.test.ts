import { CATEGORY, PAGE_CATEGORY } from '@portal/contract/constants.ts'
import { expect, it } from 'vitest'
import { getExternalAddress, toArticleSummary, toArticleTarget } from './article-summary.ts'

const row = { id: 7, title: '翡翠' }

it('links a news article to its own path, with a number or string id', () => {
  expect(toArticleTarget({ ...row, categoryId: CATEGORY.news })).toEqual({ to: '/news-article/7', isExternal: false })
  expect(toArticleTarget({ ...row, categoryId: String(CATEGORY.news) }).to).toBe('/news-article/7')
})

it.each([CATEGORY.research, CATEGORY.gem, CATEGORY.merchandise, null])(
  'links an article of category %s to a path under /article',
  (categoryId) => {
    expect(toArticleTarget({ ...row, categoryId }).to).toBe('/article/7')
  },
)

it('links the article of a standing page to that page', () => {
  const title = '<em class="hit">常见</em>问题'
  expect(toArticleTarget({ id: 7, categoryId: PAGE_CATEGORY, title })).toEqual({ to: '/question', isExternal: false })
  expect(toArticleTarget({ id: 7, categoryId: PAGE_CATEGORY, title: '旧公告' }).to).toBe('/article/7')
})

it('links to another site, with the flag in either form', () => {
  const linkUrl = 'https://openstd.samr.gov.cn/'
  expect(toArticleTarget({ ...row, isLinkFlag: 1, linkUrl })).toEqual({ to: linkUrl, isExternal: true })
  expect(getExternalAddress({ isLinkFlag: true, linkUrl })).toBe(linkUrl)
})

it.each([
  [0, 'https://a.example/'],
  [false, 'https://a.example/'],
  [1, null],
  [1, 'javascript:alert(1)'],
  [1, '//a.example/'],
])('stays on this site with flag %s and address %s', (isLinkFlag, linkUrl) => {
  expect(toArticleTarget({ ...row, categoryId: 33, isLinkFlag, linkUrl })).toEqual({
    to: '/article/7',
    isExternal: false,
  })
})

it('fills in missing members with defaults', () => {
  expect(toArticleSummary({ id: 3, title: '翡翠' })).toEqual({
    id: 3,
    categoryId: 0,
    title: '翡翠',
    summary: '',
    coverUrl: null,
    publishedAt: null,
    reads: null,
    likes: null,
    comments: null,
    tags: [],
    isSticky: false,
    target: { to: '/article/3', isExternal: false },
  })
})
