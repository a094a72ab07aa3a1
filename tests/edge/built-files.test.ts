import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSite, type TestSite } from '../../apps/bff/src/testing/make-site.ts'
import { ask } from './asking.ts'
import { type EdgeOfStub, hasNginx, startEdgeOfStub } from './stub-site.ts'

const STAND_IN = path.join(import.meta.dirname, '../../apps/bff/src/testing/web-build')
const TEXTS = ['page-1a2b3c4d.js', 'count-worker-1a2b3c4d.js', 'page-1a2b3c4d.css', 'mark-1a2b3c4d.svg']
const FILES = [...TEXTS, 'serif-1a2b3c4d.woff2', 'stone-1a2b3c4d.webp', 'stone-1a2b3c4d.png']
/** Headers that depend on the file, the time of the answer or the connection. */
const OWN = /^(?:etag|last-modified|accept-ranges|date|server|connection|keep-alive|x-request-id)$/

describe.skipIf(!hasNginx())('a built file', () => {
  let folder: string
  let site: TestSite
  let edge: EdgeOfStub
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'build-'))
    cpSync(STAND_IN, folder, { recursive: true })
    const assets = path.join(folder, 'client/assets')
    for (const file of FILES) {
      const content = `content of ${file} `.repeat(50)
      writeFileSync(path.join(assets, file), content)
      if (!TEXTS.includes(file)) continue
      writeFileSync(path.join(assets, `${file}.br`), brotliCompressSync(content))
      writeFileSync(path.join(assets, `${file}.gz`), gzipSync(content))
    }
    site = await makeSite({ env: { WEB_DIST: folder } })
    edge = await startEdgeOfStub([assets])
  })
  afterAll(async () => {
    await edge.close()
    await site.close()
    rmSync(folder, { recursive: true })
  })

  const named = (headers: object) => Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.test(name)))

  it.each(FILES)('has the same bytes from nginx and from the site, in each encoding: %s', async (file) => {
    const url = `/assets/${file}`
    for (const encoding of ['gzip, deflate, br', 'gzip, br;q=0', 'identity']) {
      const headers = { 'accept-encoding': encoding }
      const [own, kept] = await Promise.all([site.app.inject({ url, headers }), ask(edge.url + url, { headers })])
      expect(own.statusCode).toBe(200)
      expect([encoding, kept.status, named(kept.headers)]).toEqual([encoding, 200, named(own.headers)])
      expect(kept.body).toBe(own.rawPayload.toString())
      const again = { ...headers, 'if-none-match': String(kept.headers.etag) }
      expect((await ask(edge.url + url, { headers: again })).status).toBe(304)
    }
    expect(edge.asked).toHaveLength(0)
  })

  it('comes from the site when the folder lacks it, and never as its compressed copy', async () => {
    for (const url of ['/assets/other-1a2b3c4d.js', `/assets/${TEXTS[0]}.br`, '/assets/', '/assets/../favicon.ico']) {
      const before = edge.asked.length
      await ask(edge.url + url)
      expect([url, edge.asked.length]).toEqual([url, before + 1])
    }
  })
})
