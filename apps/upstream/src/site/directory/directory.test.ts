import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'

let upstream: TestUpstream
beforeEach(async () => {
  upstream = await makeUpstream({ content: 'demo' })
})
afterEach(() => upstream.close())

const get = async (url: string) => (await upstream.app.inject(url)).json()

describe('standing pages', () => {
  it('are articles of a category of their own, each with its text', async () => {
    const { data } = await get('/v1/article/?categoryId=36&pageNo=1&pageSize=100')
    const titles = data.records.map(({ title }: { title: string }) => title)
    expect(titles).toEqual(expect.arrayContaining(['公正性声明', '常见问题', '费用相关', '联系我们']))
    const [{ id }] = data.records
    expect((await get(`/v1/article/info?id=${id}`)).data.content).toMatch(/<h2/)
  })

  it('are left out of general lists, archive and categories, but found by search', async () => {
    const list = await get('/v1/article/?pageNo=1&pageSize=100')
    expect(list.data.records.some(({ categoryId }: { categoryId: string }) => categoryId === '36')).toBe(false)
    const archive = await get('/v1/article/archive')
    expect(archive.extra.total).toBe(list.data.total)
    expect((await get('/v1/category/')).data.map(({ id }: { id: number }) => id)).toEqual([32, 33, 34, 35])
    const found = await get(`/v1/article/search?keyword=${encodeURIComponent('公正性声明')}`)
    expect(found.data.records[0].categoryId).toBe('36')
  })
})

describe('an article', () => {
  it('names its neighbours in the category and articles with the same tags', async () => {
    const { data } = await get('/v1/article/?categoryId=33&pageNo=1&pageSize=100')
    const [newest, second, third] = data.records
    const { extra } = await get(`/v1/article/info?id=${second.id}`)
    expect([extra.previous.id, extra.next.id]).toEqual([third.id, newest.id])
    expect((await get(`/v1/article/info?id=${newest.id}`)).extra.next).toBeNull()
    const related = extra.related.map(({ id }: { id: number }) => id)
    expect(related).not.toContain(second.id)
    expect(related.length).toBeLessThanOrEqual(4)
  })
})

describe('the navigation page', () => {
  it('has its groups in order, each with its sites', async () => {
    const { data } = await get('/v1/site/getNavigations')
    expect(data.length).toBeGreaterThanOrEqual(3)
    expect(data[0].siteClassName).toBe('标准与法规')
    for (const { navigations } of data) for (const { url } of navigations) expect(url).toMatch(/^https:\/\//)
  })
})

describe('hot searches', () => {
  it('come from the demo content, and each finds an article', async () => {
    const { data } = await get('/v1/hot?type=site')
    expect(data.data).toHaveLength(10)
    for (const { keyword } of data.data) {
      expect((await get(`/v1/article/search?keyword=${encodeURIComponent(keyword)}`)).data.total).toBeGreaterThan(0)
    }
  })

  it('are refused for a source that is not connected', async () => {
    expect(await get('/v1/hot?type=baidu')).toMatchObject({ code: 500, message: '未接入该来源' })
  })
})

describe('feedback', () => {
  const body = { type: '1', title: '建议', content: '希望增加周末收样' }

  it('is stored with its author, as open', async () => {
    const { id, token } = await upstream.signUp('jade@example.test')
    const reply = await upstream.app.inject({
      method: 'POST',
      url: '/v1/feedback/',
      headers: { authorization: token },
      payload: body,
    })
    expect(reply.json()).toMatchObject({ code: 200, data: null })
    const rows = await upstream.db.selectFrom('feedback').selectAll().execute()
    expect(rows).toMatchObject([{ user_id: id, type: 1, title: '建议', content: '希望增加周末收样', status: 0 }])
  })

  it('requires a login, and has a rate limit', async () => {
    expect((await upstream.app.inject({ method: 'POST', url: '/v1/feedback/', payload: body })).json().code).toBe(401)
    const { token } = await upstream.signUp('jade@example.test')
    const send = async () => {
      const reply = await upstream.app.inject({
        method: 'POST',
        url: '/v1/feedback/',
        headers: { authorization: token },
        payload: body,
      })
      return reply.json().code
    }
    for (let sent = 0; sent < 10; sent += 1) expect(await send()).toBe(200)
    expect(await send()).toBe(500)
  })
})
