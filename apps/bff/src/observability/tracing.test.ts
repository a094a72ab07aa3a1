import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeSite, type TestSite, TOKEN } from '#testing/make-site.ts'
import { ok } from '#testing/stub-upstream.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status?: { code?: number }
}

interface Export {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue: string } }[] }
    scopeSpans: { spans: Span[] }[]
  }[]
}

let collector: Server
let exports: { path: string | undefined; body: Export }[]
let endpoint: string
const sites: TestSite[] = []

beforeEach(async () => {
  exports = []
  collector = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    exports.push({ path: request.url, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
})
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close()
  collector.closeAllConnections()
  await new Promise((resolve) => collector.close(resolve))
})

async function makeTraced(env: Record<string, string> = {}): Promise<TestSite> {
  const site = await makeSite({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env } })
  sites.push(site)
  return site
}

/** Returns all exported spans. Closing a site flushes the rest. */
async function collectSpans(site: TestSite): Promise<Span[]> {
  await site.app.close()
  return exports.flatMap(({ body }) =>
    body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((s) => s.spans)),
  )
}

function readAttributes(span: Span | undefined): Record<string, unknown> {
  const named = span?.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]) ?? []
  return Object.fromEntries(named)
}

it('exports a request span named by route with its upstream call as a child, and propagates it', async () => {
  const site = await makeTraced({ OTEL_SERVICE_NAME: 'lab' })
  const reply = await site.app.inject({
    url: '/v1/article/info?id=7',
    headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
  })
  const spans = await collectSpans(site)
  expect(spans.map(({ name, kind }) => [name, kind])).toEqual([
    ['upstream GET /v1/article/info', 3],
    ['GET /v1/article/info', 2],
  ])
  const [call, request] = spans
  expect([call?.traceId, call?.parentSpanId]).toEqual([request?.traceId, request?.spanId])
  // An incoming traceparent is ignored.
  expect([request?.parentSpanId ?? '', request?.traceId === 'a'.repeat(32)]).toEqual(['', false])
  expect(site.upstream.seen[0]?.headers.traceparent).toBe(`00-${call?.traceId}-${call?.spanId}-01`)
  expect(readAttributes(request)).toEqual({
    'http.request.method': 'GET',
    'http.route': '/v1/article/info',
    'http.response.status_code': reply.statusCode,
    'portal.request_id': reply.headers['x-request-id'],
  })
  expect(exports[0]?.path).toBe('/v1/traces')
  expect(exports[0]?.body.resourceSpans[0]?.resource.attributes).toEqual([
    { key: 'service.name', value: { stringValue: 'lab' } },
  ])
})

it('exports the rendering of a page with its calls as children', async () => {
  const site = await makeTraced()
  site.upstream.answer = () => ok({ name: '石衡' })
  await site.app.inject('/')
  const spans = await collectSpans(site)
  const byName = new Map(spans.map((span) => [span.name, span]))
  expect([...byName.keys()]).toEqual(['upstream GET /v1/webSiteInfo', 'render page', 'GET /*'])
  expect(byName.get('upstream GET /v1/webSiteInfo')?.parentSpanId).toBe(byName.get('render page')?.spanId)
  expect(byName.get('render page')?.parentSpanId).toBe(byName.get('GET /*')?.spanId)
})

it('links upstream calls to their request after a body was read, and for files', async () => {
  const site = await makeTraced()
  const { port } = await listen(site)
  site.upstream.answer = () => ({ headers: { 'content-type': 'image/png' }, body: 'x' })
  await fetch(`http://127.0.0.1:${port}/file/img/0a1b.png`).then((reply) => reply.text())
  site.upstream.answer = () => ok(null)
  const body = JSON.stringify({ email: 'jade@example.test', password: 'geheim-4711' })
  await fetch(`http://127.0.0.1:${port}/oauth/emailLogin`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  const spans = await collectSpans(site)
  for (const name of ['GET /file/img/:name', 'POST /oauth/emailLogin']) {
    const request = spans.find((span) => span.name === name)
    expect(request, name).toBeDefined()
    expect(spans.find((span) => span.name === `upstream ${name}`)?.parentSpanId).toBe(request?.spanId)
  }
})

it('exports no data of the visitor, and marks failed calls', async () => {
  const site = await makeTraced()
  const cookie = await site.logIn()
  site.upstream.answer = () => ({ status: 500, body: '<html>' })
  await site.app.inject({ url: '/v1/user/info?secret=geheim-4711', headers: { cookie, 'user-agent': 'a-visitor' } })
  await site.app.inject(`/?token=${TOKEN}`)
  const spans = await collectSpans(site)
  const call = spans.find(({ name }) => name === 'upstream GET /v1/user/info')
  expect(readAttributes(call)['portal.outcome']).toBe('5xx')
  expect(call?.status?.code).toBe(2)
  const exported = JSON.stringify(exports)
  for (const secret of [TOKEN, 'geheim-4711', 'a-visitor', '127.0.0.1', 'jade@example.test', cookie.slice(20, 60)]) {
    expect(exported).not.toContain(secret)
  }
})

it('exports no trace at a sampling ratio of 0', async () => {
  const site = await makeTraced({ OTEL_TRACES_SAMPLER_ARG: '0' })
  await site.app.inject('/v1/webSiteInfo')
  expect(await collectSpans(site)).toEqual([])
  expect(site.upstream.seen[0]?.headers.traceparent).toMatch(/-00$/)
})

it('keeps serving without a collector, and logs the failure once', async () => {
  collector.closeAllConnections()
  await new Promise((resolve) => collector.close(resolve))
  const site = await makeTraced()
  for (let count = 0; count < 3; count += 1) expect((await site.app.inject('/healthz')).statusCode).toBe(200)
  await site.app.close()
  expect(site.logs.filter((line) => line.includes('traces cannot be sent'))).toHaveLength(1)
})

it('sends no traceparent upstream when tracing is off', async () => {
  const site = await makeSite()
  sites.push(site)
  await site.app.inject('/v1/webSiteInfo')
  expect(site.upstream.seen[0]?.headers.traceparent).toBeUndefined()
})

async function listen({ app }: TestSite): Promise<AddressInfo> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app.server.address() as AddressInfo
}
