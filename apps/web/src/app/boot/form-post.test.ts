// @vitest-environment node
import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { expect, it } from 'vitest'
import { render } from '#entry-server.tsx'
import { answering, bad, good } from '#testing/answering.ts'

const CHECK = 'POST /v1/certificate/check'
const NO = makeCertificateNo('20261103', 128)
const CODE = '7K3M9Q'
const manifest = { 'src/entry-client.tsx': { file: 'assets/entry.js' } }
const origin = 'https://www.example.cn'
const certificate = {
  certificateNo: NO,
  version: 1,
  category: 'turquoise' as const,
  conclusion: '绿松石',
  issuedOn: '2026-11-03',
}
const site = { 'GET /bff/certificates': { code: 200, data: { isOpen: true, officialOrigin: origin, keys: [] } } }

/** Posts a form as the BFF passes it on from a browser without JavaScript. */
async function post(fields: Record<string, string>, answers = {}) {
  const fetch = answering({ ...site, ...answers })
  const request = new Request(`${origin}/certificate-check`, { method: 'POST', body: new URLSearchParams(fields) })
  return { ...(await render(request, { fetch, manifest, origin })), fetch }
}

const readHydration = (html: string) =>
  JSON.parse(/<script type="application\/json" id="hydration">(.*?)<\/script>/.exec(html)?.[1] ?? 'null')

it('answers a form sent without JavaScript with the whole page', async () => {
  const { status, html, fetch } = await post(
    { certificateNo: NO.toLowerCase(), checkCode: '7k3 m9q' },
    { [CHECK]: good(CHECK, { state: 'valid', certificate }, { receipt: 'a.b.c' }) },
  )
  expect(status).toBe(200)
  expect(html).toContain('<title>证书查询 - 石衡珠宝玉石检测中心</title>')
  expect(html).toContain('编号有效')
  expect(html).toContain('绿松石')
  expect(html).not.toMatch(/\sstyle="/)
  expect(fetch.of(CHECK)[0]?.body).toEqual({ certificateNo: NO, checkCode: CODE })
})

it('recognises the version of a scanned certificate, also after a mistyped code, but not for another number', async () => {
  const request = new Request(`${origin}/certificate-check?no=${NO}&v=1`)
  const { html: form } = await render(request, { fetch: answering(site), manifest, origin })
  expect(form).toContain(`<input type="hidden" name="printed" value="${NO} 1"/>`)
  const printed = `${NO} 1`
  const { html: fault } = await post({ certificateNo: NO, checkCode: 'x', printed })
  expect(fault).toContain(`name="printed" value="${printed}"`)
  const corrected = { [CHECK]: good(CHECK, { state: 'valid', certificate: { ...certificate, version: 3 } }) }
  const { html } = await post({ certificateNo: NO, checkCode: CODE, printed }, corrected)
  expect(html).toContain('您手中的是第 1 版，已由第 3 版代替')
  const other = `${makeCertificateNo('20261103', 129)} 1`
  expect((await post({ certificateNo: NO, checkCode: CODE, printed: other }, corrected)).html).not.toContain(
    '您手中的是',
  )
})

it('hydrates from the answer without calling again', async () => {
  const { html } = await post(
    { certificateNo: NO, checkCode: CODE },
    { [CHECK]: good(CHECK, { state: 'valid', certificate }) },
  )
  expect(Object.values(readHydration(html).actionData)).toEqual([
    expect.objectContaining({ kind: 'answer', certificateNo: NO, answer: { state: 'valid', certificate } }),
  ])
})

it('keeps an invalid number and explains its fault', async () => {
  const { status, html, fetch } = await post({ certificateNo: NO.slice(0, -1), checkCode: CODE })
  expect(status).toBe(400)
  expect(html).toContain('<title>证书查询 - ')
  expect(html).toContain(`value="${NO.slice(0, -1)}"`)
  expect(html).toContain('还少 1 位')
  expect(fetch.of(CHECK)).toEqual([])
})

it('does not return the check code unless it matched a certificate', async () => {
  const { status, html } = await post(
    { certificateNo: NO, checkCode: CODE },
    { [CHECK]: good(CHECK, { state: 'unknown', supportNo: 'Q-ABCD-EFGH' }) },
  )
  expect(status).toBe(200)
  expect(html).toContain('未查到相符的证书')
  expect(html).toContain('Q-ABCD-EFGH')
  expect(html).not.toContain(CODE)
})

it.each([
  [502, 503, '暂时无法查询'],
  [429, 429, '查询较多，请稍后再查'],
])('shows an upstream failure with its status (%i)', async (code, status, title) => {
  const page = await post({ certificateNo: NO, checkCode: CODE }, { [CHECK]: bad(code, '暂时没有应答') })
  expect(page.status).toBe(status)
  expect(page.html).toContain(title)
  expect(page.html).not.toContain(CODE)
})

it('does not solve a proof of work on the server', async () => {
  const asked = { code: 429, message: '查询较为频繁', data: null, extra: { challenge: { challenge: 'x', bits: 4 } } }
  const { status, fetch } = await post({ certificateNo: NO, checkCode: CODE }, { [CHECK]: asked })
  expect(status).toBe(429)
  expect(fetch.of(CHECK)).toHaveLength(1)
})

it('refuses a form on a page without an action', async () => {
  const request = new Request(`${origin}/hot`, { method: 'POST', body: new URLSearchParams({ a: 'b' }) })
  const { status } = await render(request, { fetch: answering(), manifest, origin })
  expect(status).toBe(405)
})
