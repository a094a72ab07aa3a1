import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSite, type TestSite } from '../../apps/bff/src/testing/make-site.ts'
import { startStubUpstream } from '../../apps/bff/src/testing/stub-upstream.ts'
import { makeUpstream } from '../../apps/upstream/src/testing/make-upstream.ts'
import { ownCallHeaders } from '../../packages/contract/src/constants.ts'
import { listPublicPages, type VisitedPage } from '../../tests/e2e/public-pages.ts'
import { RecordingError, readRecording } from '../record/recording.ts'
import { runRecord } from '../record/run-record.ts'
import { getRepositoryPath } from '../repository.ts'
import { type ReplayServer, startReplay } from './replay-server.ts'

const WEB_DIST = getRepositoryPath('apps/web/dist')
/** Texts of pages whose data did not arrive. */
const FAILED = /暂时(?:无法|连接不上|不能)|录制的数据中没有/

let folder: string
let replay: ReplayServer
let site: TestSite
let pages: VisitedPage[]
const warnings: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'replay-'))
  const upstream = await makeUpstream({ content: 'demo' })
  const env = { CONTRACT_URL: await upstream.listen() }
  await runRecord({ args: ['recording'], env, folder, print: () => undefined, pauseMs: 0 })
  await upstream.close()
  const recording = readRecording(path.join(folder, 'recording'))
  replay = await startReplay({ recording, warn: (line) => warnings.push(line) })
  const settings = { UPSTREAM_URL: replay.url, EMBEDDED_UPSTREAM: '1', PUBLIC_ORIGIN: '', WEB_DIST }
  // The stub is not used: upstream is the recording.
  site = await makeSite({ env: settings, upstream: await startStubUpstream() })
  pages = await listPublicPages(await site.app.listen({ port: 0, host: '127.0.0.1' }))
})
afterAll(async () => {
  await site.close()
  await replay.close()
  rmSync(folder, { recursive: true })
})

const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
  site.app.inject({ method, url, headers: ownCallHeaders, ...(payload ? { payload } : {}) })

describe('a site over a recording', () => {
  it('renders every public page with its data', async () => {
    warnings.length = 0
    for (const { path: at, title, siteName, status = 200 } of pages) {
      const { statusCode, body } = await site.app.inject({ url: at, headers: { accept: 'text/html' } })
      expect([at, statusCode]).toEqual([at, status])
      const shown = /<title>([^<]*)<\/title>/.exec(body)?.[1] ?? ''
      if (!siteName) expect([at, shown.startsWith(title)]).toEqual([at, true])
      expect([at, FAILED.exec(body)?.[0]]).toEqual([at, undefined])
    }
    // A share is read by its key, which is in no recording.
    expect(warnings).toEqual([])
  })

  it('shows rows of the recording, page by page, and drawn pictures', async () => {
    const list = (await ask('GET', '/v1/article/?categoryId=34&pageNo=2&pageSize=10')).json().data
    expect(list).toMatchObject({ current: 2, size: 10, pages: 3 })
    expect(list.records).toHaveLength(10)
    const first = (await ask('GET', '/v1/article/?categoryId=34&pageNo=1&pageSize=10')).json().data
    const ids = [...first.records, ...list.records].map(({ id }: { id: number }) => id)
    expect(new Set(ids).size).toBe(20)
    const [tag] = (await ask('GET', '/v1/tag/')).json().data
    const both = (await ask('GET', `/v1/article/?categoryId=34&tagId=${tag.id}&pageNo=1&pageSize=10`)).json().data
    expect(
      both.records.every((row: { tagList: { id: number }[] }) => row.tagList.some(({ id }) => id === tag.id)),
    ).toBe(true)
    const posts = (await ask('GET', '/v1/say/getSayList?pageNo=1&pageSize=10')).json().data.records
    const { imgUrl } = posts.find((post: { imgUrl: string | null }) => post.imgUrl)
    const [address = ''] = imgUrl.split(',')
    expect(address).toMatch(/^\/file\/img\/recorded-\d+\.svg$/)
    const picture = await ask('GET', address)
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  })

  it('refuses logins, lookups and all submissions with a message', async () => {
    const login = await ask('POST', '/oauth/emailLogin', { email: 'jade@example.test', password: 'correct-horse' })
    expect(login.json()).toMatchObject({ code: 500, message: '这里播放的是录制的数据，不能登录、查询证书或提交内容' })
    expect(login.headers['set-cookie']).toBeUndefined()
    const mail = await ask('GET', '/oauth/sendEmailCode?email=jade@example.test')
    expect(mail.json().message).toContain('录制的数据')
    expect((await ask('GET', '/v1/report')).json().code).toBe(200)
    expect((await fetch(`${replay.url}/v1/collect/`)).status).toBe(200)
    expect(await (await fetch(`${replay.url}/v1/collect/`)).json()).toMatchObject({ code: 401 })
  })

  it('answers 404 to an address that cannot be parsed', async () => {
    for (const at of ['/v1/certificate/saved/%ff', '//[', '//']) {
      const { port } = new URL(replay.url)
      const status = await new Promise((resolve, reject) =>
        request({ port, host: '127.0.0.1', path: at }, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end(),
      )
      expect([at, status]).toEqual([at, 404])
    }
  })

  it('accepts no token, and logs none', async () => {
    warnings.length = 0
    const token = 'k'.repeat(64)
    const answer = await fetch(`${replay.url}/v1/user/selectUserInfoByToken?token=${token}`)
    expect(await answer.json()).toMatchObject({ code: 200, data: null })
    expect(warnings).toEqual([])
  })

  it('answers 404 to a call that is not recorded, and logs it once', async () => {
    warnings.length = 0
    for (const _again of [1, 2]) {
      const answer = await fetch(`${replay.url}/v1/article/info?id=999999`)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual({ code: 404, message: '录制的数据中没有这个请求', data: null, extra: {} })
    }
    expect(warnings).toEqual(['not in the recording: GET /v1/article/info {"id":"999999"}'])
    const page = await site.app.inject({ url: '/article/999999', headers: { accept: 'text/html' } })
    expect(page.statusCode).toBe(404)
  })
})

describe('the start with a folder that is no recording', () => {
  it.each<[string, Record<string, string>, string]>([
    ['is missing', {}, 'is no recording: index.json is missing'],
    ['has an index of another version', { 'index.json': '{"version":2,"entries":[]}' }, 'is not of version 1'],
    ['has an index that is cut off', { 'index.json': '{"version":1,"entr' }, 'index.json is not JSON'],
    ['has an entry that leads out of it', { 'index.json': makeEntry('../notes.json') }, 'an entry that cannot be read'],
    [
      'has a status that is none',
      { 'index.json': makeEntry('answers/a.json', 99_999) },
      'an entry that cannot be read',
    ],
    ['lacks an answer', { 'index.json': makeEntry('answers/a.json') }, 'answers/a.json is missing'],
    [
      'has a broken answer',
      { 'index.json': makeEntry('answers/a.json'), 'answers/a.json': '{' },
      'answers/a.json is not JSON',
    ],
  ])('fails with one line: %s', (name, files, line) => {
    const broken = path.join(folder, name.replaceAll(' ', '-'))
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(broken, file)), { recursive: true })
      writeFileSync(path.join(broken, file), text)
    }
    expect(() => readRecording(broken)).toThrow(RecordingError)
    expect(() => readRecording(broken)).toThrow(line)
  })
})

function makeEntry(file: string, status = 200): string {
  const entries = [{ call: 'GET /v1/tag/', input: {}, isOwn: false, status, file }]
  return JSON.stringify({ version: 1, entries })
}
