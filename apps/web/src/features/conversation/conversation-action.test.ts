// @vitest-environment node
import type { Conversation } from '@portal/contract/tickets/conversation.ts'
import type { ActionFunctionArgs } from 'react-router-dom'
import { expect, it } from 'vitest'
import { createApiClient } from '#lib/api/api-client.ts'
import { createRouterContext } from '#lib/api/api-context.ts'
import { type Answers, answering, bad, good } from '#testing/answering.ts'
import { conversationAction } from './conversation-action.ts'

const READ = 'POST /v1/feedback/conversation'
const REPLY = 'POST /v1/feedback/conversation/reply'
const UPLOAD = 'POST /v1/certificate/report/picture'
const KEY = 'A'.repeat(43)

const CONVERSATION: Conversation = {
  title: '重量与实物不符',
  state: 'waiting',
  isOpen: true,
  messages: [
    { isOwn: true, content: '家里的秤称是 11.9 g', pictures: 0, answerPictures: [], time: '2026-11-18 03:36:00' },
  ],
}
const makePicture = (name: string, bytes = 8) => new File([new Uint8Array(bytes)], name, { type: 'image/png' })

/** Submits the form of the page, as a browser encodes it. */
async function submit(text: string, files: readonly File[], answers: Answers = {}) {
  const fetch = answering({ [READ]: good(READ, CONVERSATION), [REPLY]: good(REPLY, null), ...answers })
  const form = new FormData()
  for (const [name, value] of Object.entries({ key: KEY, ticket: '', text })) form.set(name, value)
  for (const file of files) form.append('picture', file)
  // Browsers send this for an empty field.
  if (files.length === 0) form.append('picture', new File([], ''))
  const request = new Request('https://lab.test/conversation', { method: 'POST', body: form })
  const context = createRouterContext(createApiClient({ fetch }))
  const { data } = await conversationAction({ request, context, params: {} } as ActionFunctionArgs)
  return { fetch, outcome: data }
}

it('uploads the pictures of a reply and names them in it', async () => {
  let stored = 0
  const upload = () => {
    stored += 1
    return good(UPLOAD, `picture-${stored}.webp`)
  }
  const { fetch, outcome } = await submit('', [makePicture('秤.png'), makePicture('带扣.png')], { [UPLOAD]: upload })
  expect(outcome).toMatchObject({ kind: 'shown', isSent: true })
  expect(fetch.of(REPLY).map(({ body }) => body)).toEqual([
    { key: KEY, content: '', pictures: ['picture-1.webp', 'picture-2.webp'] },
  ])
})

it('sends a reply without pictures', async () => {
  const { fetch } = await submit('带扣是 12.3 g', [])
  expect(fetch.of(REPLY).map(({ body }) => body)).toEqual([{ key: KEY, content: '带扣是 12.3 g' }])
})

it.each([
  ['nothing', '', [], '请填写内容，或添加图片'],
  ['seven pictures', '补充', [1, 2, 3, 4, 5, 6, 7].map((nth) => makePicture(`${nth}.png`)), '图片最多 6 张'],
  ['a large picture', '补充', [makePicture('大.png', 10 * 1024 * 1024 + 1)], '“大.png”超过 10 MB，请换一张小一些的'],
])('refuses %s, uploads nothing, and returns the text', async (_label, text, files, message) => {
  const { fetch, outcome } = await submit(text, files)
  expect(outcome).toMatchObject({ kind: 'failed', message, text, conversation: CONVERSATION })
  expect([...fetch.of(UPLOAD), ...fetch.of(REPLY)]).toEqual([])
})

it('returns the text when a picture is refused', async () => {
  const refusal = '请选择 jpg、png、gif 或 webp 格式的图片'
  const { fetch, outcome } = await submit('带扣是 12.3 g', [makePicture('秤.png')], { [UPLOAD]: bad(400, refusal) })
  expect(outcome).toMatchObject({ kind: 'failed', message: refusal, text: '带扣是 12.3 g' })
  expect(fetch.of(REPLY)).toEqual([])
})
