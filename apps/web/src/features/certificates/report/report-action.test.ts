// @vitest-environment node
import type { ActionFunctionArgs } from 'react-router-dom'
import { expect, it } from 'vitest'
import { createApiClient } from '#lib/api/api-client.ts'
import { createRouterContext } from '#lib/api/api-context.ts'
import { type Answers, answering, bad, good } from '#testing/answering.ts'
import { reportAction } from './use-report.ts'

const REPORT = 'POST /v1/certificate/report'
const UPLOAD = 'POST /v1/certificate/report/picture'
const FOLLOWED = { ticket: 1049, key: 'A'.repeat(43) }
const makePicture = (name: string, bytes = 8) => new File([new Uint8Array(bytes)], name, { type: 'image/png' })

/** Submits the form of the page, as a browser encodes it. */
async function submit(text: string, pictures: readonly (File | string)[], answers: Answers = {}) {
  const fetch = answering({ [REPORT]: good(REPORT, FOLLOWED), ...answers })
  const form = new FormData()
  for (const [name, value] of Object.entries({ kind: 'certificate', text })) form.set(name, value)
  for (const one of pictures) form.append('picture', one)
  const request = new Request('https://lab.test/certificate-check/report', { method: 'POST', body: form })
  const context = createRouterContext(createApiClient({ fetch }))
  const { data } = await reportAction({ request, context, params: {} } as ActionFunctionArgs)
  return { fetch, outcome: data }
}

it('uploads the files of a browser without JavaScript together with the report', async () => {
  const { fetch, outcome } = await submit('封面字体不同', [makePicture('正面.png'), makePicture('背面.png')], {
    [UPLOAD]: good(UPLOAD, 'a.webp'),
  })
  expect(outcome).toEqual({ kind: 'sent', followed: FOLLOWED })
  expect(fetch.of(UPLOAD)).toHaveLength(2)
  expect(fetch.of(REPORT)[0]?.body).toMatchObject({ pictures: ['a.webp', 'a.webp'] })
})

it('names the pictures that were uploaded before, and none for an empty field', async () => {
  const named = await submit('封面字体不同', ['a.webp'])
  expect(named.fetch.of(REPORT)[0]?.body).toMatchObject({ pictures: ['a.webp'] })
  const empty = await submit('封面字体不同', [new File([], '')])
  expect(empty.fetch.of(REPORT)[0]?.body).not.toHaveProperty('pictures')
})

it.each([
  ['without a text', '', [makePicture('正面.png')], { kind: 'faulty' }],
  ['with seven pictures', '字', Array.from({ length: 7 }, () => makePicture('a.png')), { message: '图片最多 6 张' }],
  ['with a large picture', '字', [makePicture('大.png', 10 * 1024 * 1024 + 1)], { kind: 'failed' }],
])('uploads nothing for a report %s, and returns the text', async (_label, text, pictures, expected) => {
  const { fetch, outcome } = await submit(text, pictures)
  expect(outcome).toMatchObject({ ...expected, draft: { text } })
  expect([...fetch.of(UPLOAD), ...fetch.of(REPORT)]).toEqual([])
})

it('does not send the report when a picture is refused', async () => {
  const refusal = '请选择 jpg、png、gif 或 webp 格式的图片'
  const { fetch, outcome } = await submit('字', [makePicture('evil.png')], { [UPLOAD]: bad(400, refusal) })
  expect(outcome).toMatchObject({ kind: 'failed', message: refusal })
  expect(fetch.of(REPORT)).toEqual([])
})
