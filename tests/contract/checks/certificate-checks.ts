import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEMO_CONTENT_DIR } from '../../../apps/upstream/src/site/demo/seed.ts'
import { type CallCheck, check } from '../call-check.ts'
import { PIXEL } from './writing-checks.ts'

/** Returns the first certificate of the demo content, which is valid. */
export function getDemoCertificate(): { certificateNo: string; checkCode: string; conclusion: string } {
  const [first = ''] = readFileSync(join(DEMO_CONTENT_DIR, 'certificates.jsonl'), 'utf8').split('\n')
  return JSON.parse(first)
}

export const certificateChecks: readonly CallCheck[] = [
  check(
    'POST /v1/certificate/check',
    'an unknown number: state unknown and at most a support number (ours)',
    'visitor',
    async (bench) => {
      const body = { certificateNo: 'SH20990101999999', checkCode: 'ZZZZZZ' }
      const { code, data } = await bench.visitor().ask('POST /v1/certificate/check', { body })
      if (code !== 200) return
      bench.see(data.state, 'unknown', 'data.state')
      const others = Object.keys(data).filter((name) => name !== 'state' && name !== 'supportNo')
      bench.see(others, [], 'further members')
    },
  ),

  check(
    'POST /v1/certificate/check',
    'returns the certificate and a receipt for the correct check code only (ours)',
    'reference',
    async ({ visitor, see }) => {
      const { certificateNo, checkCode, conclusion } = getDemoCertificate()
      const right = await visitor().ask('POST /v1/certificate/check', { body: { certificateNo, checkCode } })
      see(right, { code: 200, data: { state: 'valid', certificate: { certificateNo, conclusion } } })
      see(right.extra.receipt, /^[\w-]+\.[\w-]+\.[\w-]+$/, 'extra.receipt')
      const wrong = await visitor().ask('POST /v1/certificate/check', { body: { certificateNo, checkCode: 'ZZZZZZ' } })
      see(wrong, { code: 200, data: { state: 'unknown' }, extra: {} })
    },
  ),

  check(
    'POST /v1/certificate/share',
    'makes a link for the correct check code only, which shows the certificate until it is revoked (ours)',
    'reference',
    async ({ visitor, see }) => {
      const { certificateNo, checkCode, conclusion } = getDemoCertificate()
      const shareWith = (code: string) =>
        visitor().ask('POST /v1/certificate/share', { body: { certificateNo, checkCode: code, days: 7 } })
      see(await shareWith('ZZZZZZ'), { code: 403, data: null, extra: {} })
      const { code, data } = await shareWith(checkCode)
      see({ code, data }, { code: 200, data: { secret: /^[\w-]{43}$/, revokeKey: /^[\w-]{43}$/ } })
      const read = () => visitor().ask('POST /v1/certificate/share/read', { body: { secret: data.secret } })
      const shown = await read()
      see(shown, { code: 200, data: { state: 'shown', answer: { state: 'valid', certificate: { conclusion } } } })
      see(shown.extra.receipt, /^[\w-]+\.[\w-]+\.[\w-]+$/, 'extra.receipt')
      see(await visitor().ask('POST /v1/certificate/share/revoke', { body: { key: data.revokeKey } }), { code: 200 })
      see(await read(), { code: 200, data: { state: 'revoked' }, extra: {} })
    },
  ),

  check('POST /v1/certificate/share/read', 'refuses an unknown link (ours)', 'reference', async ({ visitor, see }) => {
    const body = { secret: 'A'.repeat(43) }
    see(await visitor().ask('POST /v1/certificate/share/read', { body }), { code: 500, message: '没有这个分享' })
  }),

  check(
    'POST /v1/certificate/share/opened',
    'ignores an unknown link (ours)',
    'reference',
    async ({ visitor, see }) => {
      const body = { secret: 'A'.repeat(43) }
      see(await visitor().ask('POST /v1/certificate/share/opened', { body }), { code: 200, data: null })
    },
  ),

  check('POST /v1/certificate/share/revoke', 'refuses an unknown key (ours)', 'reference', async ({ visitor, see }) => {
    const body = { key: 'A'.repeat(43) }
    see(await visitor().ask('POST /v1/certificate/share/revoke', { body }), { code: 500, message: '没有这个分享' })
  }),

  check(
    'GET /v1/certificate/withdrawn',
    'lists published withdrawals by number and day; an `after` that is no place in the list: code 400 (ours)',
    'reference',
    async ({ visitor, see }) => {
      const { code, data } = await visitor().ask('GET /v1/certificate/withdrawn')
      see({ code, data }, { code: 200, data: { records: [], next: null } })
      const query = { after: '2026-11-03' }
      see(await visitor().ask('GET /v1/certificate/withdrawn', { query }), { code: 400 })
    },
  ),

  check(
    'POST /v1/certificate/report',
    'stores a report by a visitor as feedback for editors (ours)',
    'reference',
    async ({ visitor, see, reference }) => {
      const body = { kind: 'site', place: 'https://fake.example.test', text: '仿冒的查询页' }
      see(await visitor().ask('POST /v1/certificate/report', { body }), { code: 200, data: { key: /^[\w-]{43}$/ } })
      const { browser } = await reference.join('editor')
      const { data } = await browser.ask('GET /v1/review/feedback', { query: { pageNo: 1, pageSize: 1 } })
      see(data.records[0], { type: 3, userId: null, content: /仿冒的查询页/ }, 'the feedback')
    },
  ),

  check(
    'POST /v1/certificate/report/picture',
    'returns a picture name that one report may use, and does not publish the file (ours)',
    'reference',
    async ({ visitor, see }) => {
      const file = { name: 'a.png', bytes: PIXEL }
      const { code, data } = await visitor().ask('POST /v1/certificate/report/picture', { file })
      see({ code, data }, { code: 200, data: /^[0-9a-f]{32}\.\w+$/ })
      const body = { kind: 'site', text: '仿冒的查询页', pictures: [data] }
      see(await visitor().ask('POST /v1/certificate/report', { body }), { code: 200, data: { key: /^[\w-]{43}$/ } })
      see(await visitor().ask('POST /v1/certificate/report', { body }), { code: 400, message: /^图片已超过/ })
      see(await visitor().send('GET', `/file/img/${data}`), { status: 404 })
    },
  ),

  check(
    'GET /v1/review/reportPicture/{name}',
    'returns the picture to editors only (ours)',
    'reference',
    async ({ visitor, member, see, reference }) => {
      const file = { name: 'a.png', bytes: PIXEL }
      const { data: name } = await visitor().ask('POST /v1/certificate/report/picture', { file })
      const body = { kind: 'site', text: '有图为证', pictures: [name] }
      see(await visitor().ask('POST /v1/certificate/report', { body }), { code: 200 })
      const { browser } = await reference.join('editor')
      const { data } = await browser.ask('GET /v1/review/feedback', { query: { pageNo: 1, pageSize: 1 } })
      see(data.records[0], { pictures: [name] }, 'the feedback')
      const path = `/v1/review/reportPicture/${name}`
      see(await browser.send('GET', path), {
        status: 200,
        headers: { 'content-type': /^image\//, 'cache-control': 'no-store' },
      })
      for (const other of [visitor(), await member()]) {
        const got = await other.send('GET', path)
        see(/^application\/json/.test(String(got.headers['content-type'])), true, 'a refusal')
      }
    },
  ),
]
