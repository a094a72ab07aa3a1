import type { Loose } from '../browser.ts'
import { type CallCheck, check } from '../call-check.ts'

/** A code that belongs to no first set-up, as the site has an owner. */
const CODE = 'A'.repeat(43)

export const manageChecks: readonly CallCheck[] = [
  check('GET /v1/content/revision', 'a whole number (ours)', 'reference', async ({ visitor, see }) => {
    const { code, data } = await visitor().ask('GET /v1/content/revision')
    see([code, Number.isInteger(data.revision)], [200, true])
  }),

  check('GET /v1/site/home', 'texts and sections of the front page (ours)', 'reference', async ({ visitor, see }) => {
    const { code, data } = await visitor().ask('GET /v1/site/home')
    see([code, data.title.length > 0, Array.isArray(data.sections)], [200, true, true])
  }),

  check('GET /v1/site/licence', 'a text, or nothing (ours)', 'reference', async ({ visitor, see }) => {
    const { code, data } = await visitor().ask('GET /v1/site/licence')
    see([code, data.creditCode === null || typeof data.creditCode === 'string'], [200, true])
  }),

  check('GET /v1/site/redirects', 'every redirect (ours)', 'reference', async ({ visitor, see }) => {
    const { code, data } = await visitor().ask('GET /v1/site/redirects')
    see([code, Array.isArray(data)], [200, true])
  }),

  check('POST /v1/site/addressHits', 'ours: made by the BFF alone', 'reference', async ({ visitor, member, see }) => {
    const body = { missing: [{ path: '/wenti.html', times: 1 }], moved: [] }
    see(await visitor().ask('POST /v1/site/addressHits', { body }), { status: 404, code: 404 })
    see(await (await member()).ask('POST /v1/site/addressHits', { body }), { status: 404, code: 404 })
  }),

  check('GET /v1/page/', 'the published standing pages and own pages (ours)', 'reference', async ({ visitor, see }) => {
    const { code, data } = await visitor().ask('GET /v1/page/')
    see([code, data.some(({ path }: Loose) => path === '/about')], [200, true])
  }),

  check(
    'GET /v1/page/info',
    'null for an address without an own page (ours)',
    'reference',
    async ({ visitor, see }) => {
      see(await visitor().ask('GET /v1/page/info', { query: { slug: 'no-such-page' } }), { code: 200, data: null })
    },
  ),

  check('POST /v1/certificate/mistyped', 'answers nothing (ours)', 'reference', async ({ visitor, see }) => {
    see(await visitor().ask('POST /v1/certificate/mistyped'), { code: 200, data: null })
  }),

  check(
    'POST /v1/manage/setup/check',
    'a site with an owner has no first set-up (ours)',
    'reference',
    async ({ visitor, see, reference }) => {
      await reference.join('owner')
      const answer = await visitor().ask('POST /v1/manage/setup/check', { body: { code: CODE } })
      see(answer, { code: 409, data: null })
    },
  ),

  check(
    'POST /v1/manage/setup',
    'a site with an owner makes no other one (ours)',
    'reference',
    async ({ visitor, see, reference }) => {
      await reference.join('owner')
      const body = {
        code: CODE,
        nickname: '顾怀瑾',
        email: 'second-owner@example.test',
        password: 'correct-horse-8841',
      }
      see(await visitor().ask('POST /v1/manage/setup', { body }), { code: 409, data: null })
    },
  ),
]
