import { HOUR_MS } from '@portal/contract/constants.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { startLinkSites } from '#testing/link-sites.ts'
import { makePdf } from '#testing/make-pdf.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

const OWN = 'POST /v1/article/fetchPicture'
const LIBRARY = 'POST /v1/manage/media/fetch'
const NO_PICTURE = '请选择 jpg、png、gif 或 webp 格式的图片'
const UNFIT = '只收 JPG、PNG、WebP、GIF 图片和 PDF。Word、Excel、PPT 请先“另存为 PDF”，SVG 请先导出为 PNG'

describeDatabases('a picture of another site', (make) => {
  let upstream: TestUpstream
  let sites: Awaited<ReturnType<typeof startLinkSites>>
  let nowMs = Date.UTC(2026, 10, 20, 2)
  let [member, editor] = [{}, {}] as Member[] as [Member, Member]
  const headers: Record<string, unknown>[] = []

  beforeAll(async () => {
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0a7' } })
      .withExif({ IFD0: { Copyright: 'secret' } })
      .png()
      .toBuffer()
    const pdf = makePdf()
    sites = await startLinkSites((request, response) => {
      headers.push(request.headers)
      const { pathname } = new URL(request.url ?? '', 'http://any')
      if (pathname === '/moved.png') return void response.writeHead(302, { location: '/a.png' }).end()
      if (pathname === '/inside.png') return void response.writeHead(302, { location: 'http://inside.example/a' }).end()
      if (pathname === '/circle.png') return void response.writeHead(302, { location: '/circle.png' }).end()
      if (pathname === '/cut.png') return void response.destroy()
      if (pathname === '/huge.png') return void response.end(Buffer.alloc(10 * 1024 * 1024 + 1))
      if (pathname === '/page.png') return void response.end('<html></html>')
      if (pathname === '/file.pdf') return void response.end(pdf)
      if (pathname === '/a.png') return void response.end(png)
      response.writeHead(404).end()
    })
    sites.names.set('inside.example', ['10.0.0.5'])
    sites.names.set('both.example', ['8.8.8.8', '192.168.1.1'])
    upstream = await makeUpstreamOn(make, { now: () => nowMs, linkNetwork: sites.network })
  })
  afterAll(async () => {
    await upstream.close()
    await sites.close()
  })
  beforeEach(async () => {
    nowMs += HOUR_MS + 1
    ;[member, editor] = [await join(upstream, '江疏影'), await join(upstream, '林知微', 'editor')]
    await upstream.db.updateTable('sessions').set({ factor_at: nowMs }).execute()
  })

  const copy = (address: string, call = OWN, by = member) => by.ask(call, { address })

  it('is stored as an upload of a member, encoded again, and asked for without a word about the reader', async () => {
    const { code, data } = await copy('http://a.example/moved.png?x=1')
    expect([code, data]).toEqual([200, expect.stringMatching(/^\/file\/img\/[0-9a-f]{32}\.(?:png|webp)$/)])
    const stored = await upstream.app.inject({ url: data })
    expect((await sharp(stored.rawPayload).metadata()).exif).toBeUndefined()
    expect(sites.seen.slice(-2)).toEqual(['GET a.example/moved.png?x=1', 'GET a.example/a.png'])
    expect(Object.keys(headers.at(-1) ?? {}).toSorted()).toEqual(['accept', 'connection', 'host', 'user-agent'])
  })

  it('goes to the library for staff, once for the same content, and stands in the audit log', async () => {
    const first = await copy('http://a.example/a.png', LIBRARY, editor)
    expect(first).toMatchObject({ code: 200, data: { isKnown: false, item: { kind: 'picture', name: 'a.png' } } })
    const again = await copy('http://b.example/a.png', LIBRARY, editor)
    expect(again.data).toMatchObject({ isKnown: true, item: { id: first.data.item.id } })
    const entries = await upstream.db
      .selectFrom('audit_log')
      .select('action')
      .where('action', '=', 'media.fetch')
      .execute()
    expect(entries).toHaveLength(2)
  })

  it.each([
    ['this machine', 'http://127.0.0.1/a.png', '图片没有转存：地址不在公网上'],
    ['this machine in another notation', 'http://[::ffff:127.0.0.1]/a.png', '图片没有转存：地址不在公网上'],
    ['the metadata of a cloud', 'http://169.254.169.254/a.png', '图片没有转存：地址不在公网上'],
    ['a private name', 'http://inside.example/a.png', '图片没有转存：地址不在公网上'],
    ['a name with a private address beside a public one', 'http://both.example/a.png', '图片没有转存：地址不在公网上'],
    ['a redirect to a private name', 'http://a.example/inside.png', '图片没有转存：地址不在公网上'],
    ['a port of another service', 'http://a.example:22/a.png', '图片没有转存：地址不在公网上'],
    ['a circle', 'http://a.example/circle.png', '图片没有转存：跳转过多'],
    ['an unknown name', 'http://unknown.test/a.png', '图片没有转存：连不上对方网站'],
    ['a connection that ends', 'http://a.example/cut.png', '图片没有转存：连不上对方网站'],
    ['a missing picture', 'http://a.example/gone.png', '图片没有转存：原网站回答 404'],
    ['more than 10 MB', 'http://a.example/huge.png', '图片没有转存：超过 10 MB'],
    ['no address', 'http://', '图片没有转存：地址不正确'],
    ['a PDF', 'http://a.example/file.pdf', NO_PICTURE],
  ])('is refused when the address leads to %s', async (_what, address, message) => {
    const before = sites.seen.filter((seen) => seen.includes('inside.example')).length
    expect(await copy(address)).toMatchObject({ code: 400, message, data: null })
    expect(await copy(address, LIBRARY, editor)).toMatchObject({ code: 400, message, data: null })
    expect(sites.seen.filter((seen) => seen.includes('inside.example'))).toHaveLength(before)
  })

  it('is refused when it is a page', async () => {
    expect(await copy('http://a.example/page.png')).toMatchObject({ code: 400, message: NO_PICTURE })
    expect(await copy('http://a.example/page.png', LIBRARY, editor)).toMatchObject({ code: 400, message: UNFIT })
  })

  it.each(['file:///etc/passwd', 'ftp://a.example/a.png', 'data:image/png;base64,AA', '/file/img/a.png', ''])(
    'is refused when its address is %j',
    async (address) => {
      const count = sites.seen.length
      expect(await copy(address)).toMatchObject({ code: 400 })
      expect(await copy(address, LIBRARY, editor)).toMatchObject({ code: 400 })
      expect(sites.seen).toHaveLength(count)
    },
  )

  it('is copied for members and staff only', async () => {
    const count = sites.seen.length
    const visitor = { ...member, ask: (call: string, body?: object) => askAsVisitor(call, body) } as Member
    expect(await copy('http://a.example/a.png', OWN, visitor)).toMatchObject({ code: 401 })
    expect(await copy('http://a.example/a.png', LIBRARY, visitor)).toMatchObject({ code: 401 })
    expect((await copy('http://a.example/a.png', LIBRARY, member)).code).not.toBe(200)
    expect(sites.seen).toHaveLength(count)
  })
  async function askAsVisitor(call: string, body?: object) {
    const [, url = ''] = call.split(' ')
    return (await upstream.app.inject({ method: 'POST', url, payload: body ?? {} })).json()
  }

  it('counts as an upload in the limit of an hour, also when it fails', async () => {
    for (let count = 0; count < 200; count += 1) await copy('http://127.0.0.1/a.png')
    expect(await copy('http://a.example/a.png')).toMatchObject({ code: 500, message: '请求过于频繁,稍后重试' })
    nowMs += HOUR_MS + 1
    await upstream.db
      .updateTable('sessions')
      .set({ expires_at: nowMs + HOUR_MS })
      .execute()
    expect(await copy('http://a.example/a.png')).toMatchObject({ code: 200 })
  })
})
