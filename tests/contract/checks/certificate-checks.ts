import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEMO_CONTENT_DIR } from '../../../apps/upstream/src/db/seed.ts'
import { type CallCheck, check } from '../call-check.ts'

/** The first certificate of the demo content: it is valid. */
export function demoCertificate(): { certificateNo: string; checkCode: string; conclusion: string } {
  const [first = ''] = readFileSync(join(DEMO_CONTENT_DIR, 'certificates.jsonl'), 'utf8').split('\n')
  return JSON.parse(first)
}

export const certificateChecks: readonly CallCheck[] = [
  check(
    'POST /v1/certificate/check',
    'an unknown number: state unknown and a number for the staff alone (ours)',
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
    'what stands on it, with a receipt, to who has its code (ours)',
    'reference',
    async ({ visitor, see }) => {
      const { certificateNo, checkCode, conclusion } = demoCertificate()
      const right = await visitor().ask('POST /v1/certificate/check', { body: { certificateNo, checkCode } })
      see(right, { code: 200, data: { state: 'valid', certificate: { certificateNo, conclusion } } })
      see(right.extra.receipt, /^[\w-]+\.[\w-]+\.[\w-]+$/, 'extra.receipt')
      const wrong = await visitor().ask('POST /v1/certificate/check', { body: { certificateNo, checkCode: 'ZZZZZZ' } })
      see(wrong, { code: 200, data: { state: 'unknown' }, extra: {} })
    },
  ),

  check(
    'POST /v1/certificate/report',
    'becomes feedback for the editors; visitors too (ours)',
    'reference',
    async ({ visitor, see, reference }) => {
      const body = { kind: 'site', place: 'https://fake.example.test', text: '仿冒的查询页' }
      see(await visitor().ask('POST /v1/certificate/report', { body }), { code: 200, data: null })
      const { browser } = await reference.join('editor')
      const { data } = await browser.ask('GET /v1/review/feedback', { query: { pageNo: 1, pageSize: 1 } })
      see(data.records[0], { type: 3, userId: null, content: /仿冒的查询页/ }, 'the feedback')
    },
  ),
]
