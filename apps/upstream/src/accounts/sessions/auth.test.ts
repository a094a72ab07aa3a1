import fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Role } from '#platform/db/tables/accounts.ts'
import { errorHandlerPlugin } from '#platform/http/error-handler.ts'
import { ask } from '#testing/asking.ts'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'
import { giveRole } from '#testing/members.ts'
import { authPlugin } from './auth.ts'
import { createSessionRepository } from './session-repository.ts'

const app = fastify()
const tokens: Partial<Record<Role, string>> = {}
const ids: Partial<Record<Role, string>> = {}
let upstream: TestUpstream
beforeAll(async () => {
  upstream = await makeUpstream({ content: 'none' })
  const options = { db: upstream.db, digest: upstream.digest, now: Date.now }
  await app.register(errorHandlerPlugin)
  await app.register(authPlugin, { ...options, sessions: createSessionRepository(options) })
  for (const access of ['public', 'member', 'editor', 'owner'] as const) {
    app.get(`/${access}`, { config: { access } }, async () => ({ code: 200 }))
  }
  for (const role of ['user', 'editor', 'owner'] as const) {
    const { id, token } = await upstream.signUp(`${role}@example.test`)
    await giveRole(upstream.db, id, role)
    ids[role] = id
    tokens[role] = token
  }
})
afterAll(async () => {
  await app.close()
  await upstream.close()
})

it.each<[Role | 'visitor', number[]]>([
  ['visitor', [200, 401, 401, 401]],
  ['user', [200, 200, -7, -7]],
  ['editor', [200, 200, 200, -7]],
  ['owner', [200, 200, 200, 200]],
])('allows a %s exactly the routes of that role', async (who, expected) => {
  const token = who === 'visitor' ? undefined : tokens[who]
  const calls = ['GET /public', 'GET /member', 'GET /editor', 'GET /owner']
  const answers = await Promise.all(calls.map((call) => ask({ app }, call, { token })))
  expect(answers.map(({ code }) => code)).toEqual(expected)
})

it('refuses a session as soon as its account has lost the role', async () => {
  await giveRole(upstream.db, ids.editor ?? '', 'user')
  expect(await ask({ app }, 'GET /editor', { token: tokens.editor })).toMatchObject({ code: -7, message: '无权限' })
})
