import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import type { SharedLimit } from '#platform/http/shared-limit.ts'
import { createPictureIntake } from './picture-intake.ts'

const limit = { use: async () => {} } as Partial<SharedLimit> as SharedLimit

it('leaves a place for another person beside the slow uploads of one', async () => {
  const readUpload = createPictureIntake({ limit, atOnce: 4 })
  const body = Promise.withResolvers<void>()
  const request = {
    headers: {},
    isMultipart: () => true,
    parts: () => ({ [Symbol.asyncIterator]: () => ({ next: () => body.promise.then(() => ({ done: true })) }) }),
  } as object as FastifyRequest
  const upload = (userId: string) => readUpload(request, { field: 'file', userId }, async () => {}).catch(String)
  const slow = [1, 2, 3].map(() => upload('a'))
  expect(await upload('a')).toMatch('请求过于频繁')
  const other = upload('b')
  expect(await upload('c')).toMatch('请求过于频繁')
  body.resolve()
  for (const answer of await Promise.all([...slow, other])) expect(answer).toMatch('没有收到文件')
  expect(await upload('a')).toMatch('没有收到文件')
})
