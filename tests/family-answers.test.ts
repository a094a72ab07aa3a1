import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSite, type TestSite } from '../apps/bff/src/testing/make-site.ts'
import { ok, type SeenRequest } from '../apps/bff/src/testing/stub-upstream.ts'
import { makeUpstream, type TestUpstream } from '../apps/upstream/src/testing/make-upstream.ts'

const VIDEO = 'https://img.example.test/a.mp4'
const comment = {
  id: 31,
  userId: 'a1',
  nickname: '林知微',
  content: `<span style="color:red">好</span><img src="${VIDEO}">`,
  createTime: 1741570000000,
  createTimeStr: '2小时前',
  browser: 'chrome',
  system: 'windowns',
  ip: '203.0.113.7',
  location: { city: '昆明' },
}
const page = (records: object[]) => ok({ records, pages: 1, total: records.length, size: 10, current: 1 })

/** Answers with members that the family sends and the reference upstream does not. */
const ANSWERS: Record<string, ReturnType<typeof ok>> = {
  '/v1/comment/': page([
    { ...comment, ipAddress: '中国|云南省|昆明市|电信' },
    { ...comment, id: 32, ipAddress: '203.0.113.7' },
    { ...comment, id: 33, ipAddress: '::ffff:203.0.113.7|云南省' },
    { ...comment, id: 34, ipAddress: null },
  ]),
  '/v1/say/getSayList': page([
    {
      id: 's1',
      userId: '1',
      nickname: '石衡',
      content: `视频：<video src="${VIDEO}" autoplay></video>`,
      imgUrl: `${VIDEO},`,
    },
  ]),
  '/v1/article/search': page([
    { id: 3, title: '<span style="color:red">翡翠</span>与玉', summary: null, categoryId: null },
  ]),
}

let upstream: TestUpstream
let site: TestSite
beforeAll(async () => {
  upstream = await makeUpstream({ content: 'demo' })
  site = await makeSite({ env: { WEB_DIST: 'apps/web/dist' } })
  site.upstream.answer = async ({ url, method }: SeenRequest) => {
    const answer = ANSWERS[url.split('?', 1)[0] ?? '']
    if (answer) return answer
    const { statusCode, body } = await upstream.app.inject({ method: method as 'GET', url })
    return { status: statusCode, body: JSON.parse(body) }
  }
})
afterAll(async () => {
  await site.close()
  await upstream.close()
})

async function fetchHtml(url: string): Promise<string> {
  let html = ''
  // A busy machine sends a page without its content while it renders it.
  const isRendered = async () => {
    const { statusCode, body } = await site.app.inject({ url, headers: { accept: 'text/html' } })
    expect(statusCode).toBe(200)
    html = body
    return !html.includes('本页需要启用 JavaScript')
  }
  await expect.poll(isRendered).toBe(true)
  return html
}

it('shows the place of a comment, and no IP address of its author', async () => {
  const answer = await site.app.inject('/v1/comment/?articleId=3&pageNo=1&pageSize=10')
  const { records } = answer.json().data
  const places = records.map(({ ipAddress }: { ipAddress: string | null }) => ipAddress)
  expect(places).toEqual(['中国|云南省|昆明市|电信', '', '云南省', null])
  expect(answer.body).not.toMatch(/203\.0\.113|location/)
  const html = await fetchHtml('/article/3')
  expect(html).toContain('林知微')
  expect(html).toContain('云南')
  expect(html).not.toContain('203.0.113')
  expect(html).toMatch(new RegExp(`好<a href="${VIDEO}"[^>]*>视频</a>`))
})

it('shows videos of short posts as links', async () => {
  const html = await fetchHtml('/say')
  expect(html.match(new RegExp(`<a [^>]*href="${VIDEO}"[^>]*>视频</a>`, 'g'))).toHaveLength(2)
  expect(html).not.toMatch(/<video|<img[^>]+\.mp4/)
})

it('shows a highlighted hit without its own style', async () => {
  const html = await fetchHtml(`/search?keyword=${encodeURIComponent('翡翠')}`)
  expect(html).toContain('<em class="hit">翡翠</em>与玉')
  expect(html).not.toContain('color:red')
})
