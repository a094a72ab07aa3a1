import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OWN_ORIGIN } from '../../apps/bff/src/testing/make-site.ts'
import { hasRedisServer, startRedis, type TestRedis } from '../../apps/bff/src/testing/start-redis.ts'
import { sampleForm } from '../../packages/contract/src/articles/content.ts'
import { SECOND_MS } from '../../packages/contract/src/constants.ts'
import { type EdgeOfSites, makeStranger, startEdgeOfSites, type Visitor } from './edge-of-sites.ts'
import { hasNginx } from './stub-site.ts'

/** Maximum time until others see a change. ms. */
const OTHERS_MS = 2 * SECOND_MS
/** Number of successive requests that reach both instances, as they alternate. */
const VIEWS = 6

describe.skipIf(!hasNginx() || !hasRedisServer()).each([
  ['with Redis', true],
  ['without Redis', false],
])('a change at two instances behind nginx, %s', (_name, hasRedis) => {
  let redis: TestRedis
  let edge: EdgeOfSites
  let editor: Visitor
  let article: { id: string; version: number }
  let page: string
  let call: string
  beforeAll(async () => {
    redis = await startRedis()
    edge = await startEdgeOfSites(hasRedis ? redis : null)
    editor = await edge.join('editor', 'edit')
    const body = { form: { ...sampleForm, title: '第 0 版', categoryId: 33 } }
    const made = await edge.visit(editor, '/v1/manage/articles', { method: 'POST', body })
    article = { id: JSON.parse(made.body).data.id, version: 1 }
    page = `/article/${article.id}`
    call = `/v1/article/info?id=${article.id}`
    await publish(0)
  })
  afterAll(async () => {
    await edge?.close()
    await redis?.stop()
  })

  async function publish(revision: number): Promise<void> {
    const body = { version: article.version, form: { ...sampleForm, title: `第 ${revision} 版` }, state: 'published' }
    const answer = await edge.visit(editor, `/v1/manage/articles/${article.id}`, { method: 'PUT', body })
    expect(JSON.parse(answer.body)).toMatchObject({ code: 200 })
    article.version += 1
    expect(editor.cookies.has('changed')).toBe(true)
  }

  /** Returns the revision that a page or a call shows. */
  async function readRevision(visitor: Visitor, address: string): Promise<number> {
    const { status, body } = await edge.visit(visitor, address)
    expect(status).toBe(200)
    return Number(/第 (\d+) 版/.exec(body)?.[1])
  }

  /** Makes both instances and nginx cache the page and the answer. */
  async function fillCaches(): Promise<void> {
    for (const address of [page, call]) {
      for (const { app } of edge.sites) {
        const headers = { host: new URL(OWN_ORIGIN).host }
        const state = async () => (await app.inject({ url: address, headers })).headers['x-cache']
        await expect.poll(state).toBe('fresh')
      }
      await edge.visit(makeStranger(), address)
    }
  }

  it('is visible to its sender in the next views at once, and to others within two seconds', async () => {
    for (let revision = 1; revision <= 3; revision += 1) {
      await fillCaches()
      await publish(revision)
      const changedAt = performance.now()
      for (let view = 0; view < VIEWS; view += 1) {
        expect([view, await readRevision(editor, page), await readRevision(editor, call)]).toEqual([
          view,
          revision,
          revision,
        ])
      }
      const visitor = makeStranger()
      let isOld = true
      while (isOld) {
        const sentAt = performance.now()
        isOld = (await readRevision(visitor, page)) !== revision || (await readRevision(visitor, call)) !== revision
        if (isOld) expect(sentAt - changedAt).toBeLessThan(OTHERS_MS)
      }
      for (let view = 0; view < VIEWS; view += 1) {
        expect([await readRevision(visitor, page), await readRevision(visitor, call)]).toEqual([revision, revision])
      }
    }
    await expect.poll(() => new Set(listEditorInstances()).size).toBe(2)
  })

  /** Returns the instances that answered an editor past nginx's cache. */
  const listEditorInstances = () =>
    edge.nginx.passed().flatMap(({ path, from, cache }) => (path === page && cache === 'BYPASS' ? [from] : []))
})
