import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSite, OWN_ORIGIN, type TestSite } from '../../apps/bff/src/testing/make-site.ts'
import { makeUpstream, type TestUpstream } from '../../apps/upstream/src/testing/make-upstream.ts'

/** A certificate of the demo content. */
const NO = 'SH20261103001285'
const PROOFS = { certificateNo: NO, checkCode: '7K3M9Q' }
const ALTERED = '被改动的结论'
/** Minimum number of certificate values that a page shows. */
const SHOWN_MIN = 10
const [CHINESE, ENGLISH] = ['未能通过核对', 'This certificate failed the check']
/** Headers of a form that a browser submits without JavaScript. */
const FROM_OUR_PAGE = {
  origin: OWN_ORIGIN,
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'content-type': 'application/x-www-form-urlencoded',
}

let upstream: TestUpstream
let site: TestSite
let secret: string
/** Values that occur in no page unless it shows a certificate. */
let values: string[]

const open = (url: string) => site.app.inject({ url, headers: { accept: 'text/html' } })
const send = (url: string, form: Record<string, string>) =>
  site.app.inject({ method: 'POST', url, headers: FROM_OUR_PAGE, payload: new URLSearchParams(form).toString() })
const prove = (url: string, more: Record<string, string> = {}) => send(url, { ...PROOFS, ...more })

const PAGES: Record<string, [words: string, ask: () => ReturnType<typeof open>]> = {
  'the lookup': [CHINESE, () => prove('/certificate-check')],
  'the lookup of a printed version': [CHINESE, () => prove('/certificate-check', { printed: '1' })],
  'the English lookup': [ENGLISH, () => prove('/en/certificate-check')],
  'the share': [CHINESE, () => open(`/share/${secret}`)],
  'the English share': [ENGLISH, () => open(`/en/share/${secret}`)],
}
const PDFS = { '/certificate-check/certificate.pdf': CHINESE, '/en/certificate-check/certificate.pdf': ENGLISH }

beforeAll(async () => {
  upstream = await makeUpstream({ content: 'demo' })
  const url = await upstream.listen()
  site = await makeSite({ env: { WEB_DIST: 'apps/web/dist', UPSTREAM_URL: url } })
  const made = await prove('/certificate-check/share', { days: '7' })
  secret = /\/share\/([\w-]{43})"/.exec(made.body)?.[1] ?? ''
  const forms = await Promise.all(['/certificate-check', '/en/certificate-check'].map(open))
  const bodies = await sql<{ body: string }>`
    select body from certificate_versions where certificate_no = ${NO}`.execute(upstream.db)
  const texts = bodies.rows.flatMap(({ body }) => listValues(JSON.parse(body)))
  values = [...new Set(texts)].filter((value) => value.length > 1 && !forms.some((form) => form.body.includes(value)))
})
afterAll(async () => {
  await site.close()
  await upstream.close()
})

function listValues(member: unknown): string[] {
  if (typeof member === 'object' && member !== null) return Object.values(member).flatMap(listValues)
  return member === null || member === NO ? [] : [String(member)]
}

const findShown = (body: string) => [...values, ALTERED].filter((value) => body.includes(value))

it('shows and prints a certificate in every page while it equals the published one', async () => {
  for (const [name, [, ask]] of Object.entries(PAGES)) {
    const { statusCode, body } = await ask()
    expect([name, statusCode]).toEqual([name, 200])
    expect([name, findShown(body).length]).toEqual([name, expect.toSatisfy((shown: number) => shown >= SHOWN_MIN)])
  }
  for (const url of Object.keys(PDFS)) expect((await prove(url)).headers['content-type']).toBe('application/pdf')
})

it('shows a warning instead of an altered certificate, without JavaScript', async () => {
  await sql`update certificate_versions set body = json_set(body, '$.conclusion', ${ALTERED})
    where certificate_no = ${NO}`.execute(upstream.db)
  for (const [name, [words, ask]] of Object.entries(PAGES)) {
    const { statusCode, body } = await ask()
    expect({ name, statusCode, shown: findShown(body) }).toEqual({ name, statusCode: 200, shown: [] })
    expect(body).toContain(words)
  }
})

it('prints a warning instead of an altered certificate', async () => {
  for (const [url, words] of Object.entries(PDFS)) {
    const { headers, body } = await prove(url)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body).toContain(words)
    expect(findShown(body)).toEqual([])
  }
})

it('creates no share of an altered certificate', async () => {
  const { body } = await prove('/certificate-check/share', { days: '7' })
  expect(body).not.toMatch(/\/share\/[\w-]{43}"/)
  expect(findShown(body)).toEqual([])
})
