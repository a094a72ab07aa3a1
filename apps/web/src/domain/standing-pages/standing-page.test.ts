import { expect, it } from 'vitest'
import { createApiClient } from '#lib/api/api-client.ts'
import { answering, bad } from '#testing/answering.ts'
import { loadStandingPage } from './standing-page.ts'

const list = {
  code: 200,
  data: {
    pages: 1,
    records: [
      { id: 7, title: '关于我们的新办公室' },
      { id: 8, title: '关于我们', summary: '一家只做检测的机构。' },
    ],
  },
}

it('returns the article with exactly the page’s title', async () => {
  const fetch = answering({
    'GET /v1/article/': list,
    'GET /v1/article/info': { code: 200, data: { id: 8, title: '关于我们', content: '<p>石衡</p>' } },
  })
  expect(await loadStandingPage(createApiClient({ fetch }), '关于我们')).toEqual({
    title: '关于我们',
    summary: '一家只做检测的机构。',
    content: '<p>石衡</p>',
    paths: ['/about'],
  })
  expect(fetch.of('GET /v1/article/')[0]?.query.toString()).toBe('categoryId=36&pageNo=1&pageSize=100')
  expect(fetch.of('GET /v1/article/info')[0]?.query.get('id')).toBe('8')
})

it('returns the paths of the standing pages that readers can open', async () => {
  const records = [
    { id: 8, title: '关于我们' },
    { id: 9, title: '本中心', pageKey: 'about-gic' },
    { id: 10, title: '常见问题', pageKey: 'question' },
  ]
  const fetch = answering({
    'GET /v1/article/': { code: 200, data: { pages: 1, records } },
    'GET /v1/article/info': { code: 200, data: { id: 8, title: '关于我们', content: '' } },
  })
  const text = await loadStandingPage(createApiClient({ fetch }), '关于我们')
  expect(text?.paths).toEqual(['/about', '/about-gic', '/question'])
})

it('returns null without an article of the title, and loads none', async () => {
  const fetch = answering({ 'GET /v1/article/': list })
  expect(await loadStandingPage(createApiClient({ fetch }), '费用相关')).toBeNull()
  expect(fetch.of('GET /v1/article/info')).toEqual([])
})

it('throws when upstream fails', async () => {
  const fetch = answering({ 'GET /v1/article/': bad(502, '服务暂时不可用') })
  await expect(loadStandingPage(createApiClient({ fetch }), '费用相关')).rejects.toMatchObject({ code: 502 })
})
