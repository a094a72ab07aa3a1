import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSealer } from '#session/seal.ts'
import { makeSite, type TestSite } from '#testing/make-site.ts'
import { ok } from '#testing/stub-upstream.ts'

const KEY = Buffer.alloc(32, 7)
const LIST = '/v1/comment/?articleId=1&pageNo=1&pageSize=10'
const PAGE = `/?call=${encodeURIComponent(LIST)}`

/** There is no Redis: one instance does not receive the invalidations of the other. */
describe('a change and its own sender', () => {
  let one: TestSite
  let other: TestSite
  let count: number
  let member: string
  beforeEach(async () => {
    count = 0
    const env = { SESSION_KEY: KEY.toString('base64') }
    one = await makeSite({ env })
    other = await makeSite({ env, upstream: one.upstream })
    member = await one.logIn()
    one.upstream.answer = ({ method }) => {
      if (method === 'POST') count += 1
      return ok(method === 'POST' ? { id: count, content: '好' } : { records: [], pages: 1, total: count })
    }
  })
  afterEach(async () => {
    await other.app.close()
    await one.close()
  })

  /** @returns the cookie that the change left, as a browser sends it */
  async function write(cookie = member): Promise<string> {
    const payload = { articleId: 1, content: '好' }
    const answer = await one.app.inject({ method: 'POST', url: '/v1/comment/', headers: { cookie }, payload })
    expect(answer.json().code).toBe(200)
    return String(answer.headers['set-cookie']).split(';', 1)[0] ?? ''
  }
  /** Number of comments in the answer of the call and on the page. */
  async function countShown({ app }: TestSite, cookie?: string): Promise<number[]> {
    const headers = cookie === undefined ? {} : { cookie }
    const page = await app.inject({ url: PAGE, headers })
    const call = await app.inject({ url: LIST, headers })
    return [Number(/"total":(\d+)/.exec(page.payload)?.[1]), call.json().data.total]
  }

  it('is visible to its sender at once on every instance, and later to others, without Redis', async () => {
    expect([await countShown(one), await countShown(other)]).toEqual([
      [0, 0],
      [0, 0],
    ])
    const changed = await write()
    expect([await countShown(one, changed), await countShown(other)]).toEqual([
      [1, 1],
      [0, 0],
    ])
    expect(await countShown(other, `${member}; ${changed}`)).toEqual([1, 1])
    expect(await countShown(other)).toEqual([1, 1])
  })

  it('sets a sealed cookie for a minute that scripts cannot read, unless the change fails', async () => {
    const post = async (answer: TestSite['upstream']['answer']) => {
      one.upstream.answer = answer
      const payload = { articleId: 1, content: '好' }
      const headers = { cookie: member }
      return (await one.app.inject({ method: 'POST', url: '/v1/comment/', headers, payload })).headers['set-cookie']
    }
    expect(await post(() => ok({ id: 1, content: '好' }))).toMatch(
      /^changed=[\w-]{80,400}; Max-Age=60; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect(await post(() => ({ body: { code: 500, message: 'no', data: null, extra: {} } }))).toBeUndefined()
  })

  it('is applied once on an instance, however often the cookie is sent', async () => {
    const changed = await write()
    for (let time = 0; time < 5; time += 1) await countShown(other, changed)
    expect(one.upstream.seen.filter(({ method }) => method === 'GET')).toHaveLength(1)
  })

  it('includes the earlier changes of the same minute in its cookie', async () => {
    const sealer = createSealer([KEY])
    const first = { id: 'first', at: one.clock.nowMs - 1_000, paths: ['/v1/link/'] }
    const changed = await write(`${member}; changed=${sealer.seal('changed', first)}`)
    const opened = sealer.open('changed', changed.slice('changed='.length)) as { paths: string[] }
    expect(opened.paths).toEqual(['/v1/link/', '/v1/comment/', '/v1/article/info'])
  })

  it('is ignored when its cookie is forged, old, from the future, or sealed for another purpose', async () => {
    await countShown(other)
    await write()
    const sealer = createSealer([KEY])
    const change = { id: 'x', at: one.clock.nowMs, paths: ['/v1/comment/'] }
    for (const value of [
      String(one.clock.nowMs),
      'x'.repeat(4_000),
      createSealer([Buffer.alloc(32, 8)]).seal('changed', change),
      sealer.seal('session', change),
      sealer.seal('changed', { ...change, at: change.at - 61_000 }),
      sealer.seal('changed', { ...change, at: change.at + 61_000 }),
    ]) {
      expect(await countShown(other, `changed=${value}`)).toEqual([0, 0])
    }
    expect(await countShown(other, `changed=${sealer.seal('changed', change)}`)).toEqual([1, 1])
  })
})
