import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRedisServer, startRedis, type TestRedis } from '../../apps/bff/src/testing/start-redis.ts'
import { hasPostgres, type OwnPostgres, startPostgres } from '../../apps/upstream/src/testing/postgres-setup.ts'
import { sampleForm } from '../../packages/contract/src/articles/content.ts'
import { MINUTE_MS, SECOND_MS } from '../../packages/contract/src/constants.ts'
import { CLOSE } from '../../packages/contract/src/socket.ts'
import { toWireMinute } from '../../packages/contract/src/time.ts'
import { type Instances, type Login, startInstances } from './two-instances.ts'

/** Maximum delay of a scheduled change, on every instance. ms. */
const SOON_MS = 2 * SECOND_MS
/** Time to prepare a scheduled change. ms. */
const AHEAD_MS = 3 * SECOND_MS
const LOOK_MS = 25

describe.skipIf(!hasRedisServer() || !hasPostgres())('two instances of site and upstream', () => {
  let postgres: OwnPostgres
  let redis: TestRedis
  let instances: Instances
  let owner: Login
  /** Offset of the staff's clock: staff set whole minutes, and the next one must be near. */
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  beforeAll(async () => {
    const [made, started] = await Promise.all([startPostgres(), startRedis()])
    if (!made) throw new Error('there is no PostgreSQL to start')
    ;[postgres, redis] = [made, started]
    instances = await startInstances(postgres.url, redis, now)
    owner = await instances.join('owner', 'owner')
  })
  afterAll(async () => {
    await instances?.close()
    await Promise.all([redis?.stop(), postgres?.stop()])
  })

  /**
   * Moves the clock so that the next minute begins soon.
   * @returns the time of that minute, by this clock
   */
  function moveToNextMinute(): number {
    aheadMs += MINUTE_MS - (now() % MINUTE_MS) - AHEAD_MS
    return now() + AHEAD_MS
  }

  async function manage(method: 'POST' | 'PUT', path: string, body: object) {
    const [site] = instances.sites
    const answer = await site.call(owner, method, `/v1/manage/${path}`, body)
    expect(answer).toMatchObject({ code: 200 })
    return answer.data
  }

  /** Returns when each site first shows the new page, ms after `at`. Every earlier request must find the old page. */
  async function measureDelays(at: number, path: string, isNew: (body: string) => boolean): Promise<number[]> {
    return await Promise.all(
      instances.sites.map(async ({ get }) => {
        for (;;) {
          const { body } = await get(path)
          const late = now() - at
          if (isNew(body) || late > 10 * SOON_MS) return late
          await wait(LOOK_MS)
        }
      }),
    )
  }

  /** Makes every site cache the page. */
  async function fillCaches(path: string): Promise<void> {
    for (const { get } of instances.sites) {
      await expect.poll(async () => (await get(path)).cache).toBe('fresh')
    }
  }

  const within = (delays: readonly number[]) => delays.every((late) => late >= 0 && late <= SOON_MS)

  it('publish an article at its time, in the article and in lists', async () => {
    const { id } = await manage('POST', 'articles', { form: { ...sampleForm, title: '已有的标题', categoryId: 33 } })
    await manage('PUT', `articles/${id}`, {
      version: 1,
      form: { ...sampleForm, title: '已有的标题' },
      state: 'published',
    })
    const draft = await manage('POST', 'articles', { form: { ...sampleForm, title: '到时出现' } })
    const [page, list] = [`/article/${id}`, '/']
    const at = moveToNextMinute()
    const publishAt = toWireMinute(at)
    await manage('PUT', `articles/${id}/schedule`, {
      version: 2,
      publishAt,
      form: { ...sampleForm, title: '到时改写' },
    })
    const form = { ...sampleForm, title: '到时出现' }
    await manage('PUT', `articles/${draft.id}/schedule`, { version: 1, publishAt, form })
    await fillCaches(page)
    await fillCaches(list)
    const [rewritten, appeared] = await Promise.all([
      measureDelays(at, page, (body) => body.includes('到时改写')),
      measureDelays(at, list, (body) => body.includes('到时出现')),
    ])
    expect({ rewritten, appeared }).toSatisfy(() => within([...rewritten, ...appeared]))
  })

  /** Saves settings; sites without Redis are updated by a save of their own. */
  async function saveOnAll(settings: object): Promise<void> {
    for (const [nth, { call }] of instances.sites.entries()) {
      const { version } = (await call(owner, 'GET', '/v1/manage/site')).data
      const body = { version, settings: nth === 0 ? settings : { contact: { phone: `0719-861204${nth}` } } }
      expect(await call(owner, 'PUT', '/v1/manage/site', body)).toMatchObject({ code: 200 })
    }
  }

  it('begin and end a bulletin at its time', async () => {
    const isShown = (body: string) => body.includes('今日停收样品')
    const begin = moveToNextMinute()
    const bulletin = { bulletin: '今日停收样品', bulletinFrom: toWireMinute(begin), bulletinUntil: null }
    await saveOnAll({ bulletin })
    await fillCaches('/')
    const begun = await measureDelays(begin, '/', isShown)
    const end = moveToNextMinute()
    await saveOnAll({ bulletin: { ...bulletin, bulletinUntil: toWireMinute(end) } })
    await fillCaches('/')
    const ended = await measureDelays(end, '/', (body) => !isShown(body))
    expect({ begun, ended }).toSatisfy(() => within([...begun, ...ended]))
  })

  it('close the sockets of a disabled account within a second', async () => {
    const member = await instances.join('leaving')
    const sockets = []
    for (const site of instances.sites) sockets.push(await site.openSocket(member))
    const since = Date.now()
    await manage('POST', `users/${member.id}/disable`, { reason: '广告', days: null, version: 1 })
    const late = await Promise.all(sockets.map(async ({ closed }) => [await closed, Date.now() - since]))
    expect(late.map(([code]) => code)).toEqual(sockets.map(() => CLOSE.loggedOut))
    expect(Math.max(...late.map(([, ms = 0]) => ms))).toBeLessThanOrEqual(SECOND_MS)
    for (const site of instances.sites)
      expect(await site.call(member, 'GET', '/v1/user/sessions')).toMatchObject({ code: 401 })
  })

  it('refuse the second of two saves from one version, and lose neither', async () => {
    const { id } = await manage('POST', 'articles', { form: { ...sampleForm, title: '同一篇' } })
    const other = await instances.join('other', 'edit')
    const save = (nth: 0 | 1, version: number, title: string) =>
      instances.sites[nth].call(nth === 0 ? owner : other, 'PUT', `/v1/manage/articles/${id}`, {
        version,
        form: { ...sampleForm, title },
      })
    const answers = await Promise.all([save(0, 1, '先改的'), save(1, 1, '后改的')])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    const lost = answers.findIndex(({ code }) => code === 409) as 0 | 1
    const [kept, typed] = lost === 1 ? ['先改的', '后改的'] : ['后改的', '先改的']
    const { current } = answers[lost].extra
    expect(current).toMatchObject({ version: 2, form: { title: kept } })
    expect(await save(lost, current.version, typed)).toMatchObject({ code: 200, data: { version: 3 } })
    const { form } = (await instances.sites[0].call(owner, 'GET', `/v1/manage/articles/${id}/versions/2`)).data
    expect(form.title).toBe(kept)
  })
})
