import type { Call } from '@portal/contract/call.ts'
import { calls, toCallKey, toRouterPath } from '@portal/contract/calls.ts'
import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { DAY_MS, SECOND_MS } from '@portal/contract/constants.ts'
import type { InjectOptions } from 'fastify'
import { expect, it } from 'vitest'
import { createSessionRepository } from '#accounts/sessions/session-repository.ts'
import { createEndpointRepository } from '#partners/webhooks/endpoint-repository.ts'
import { getTestCode } from '#testing/certificate-files.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'
import { giveRole, join, type Member } from '#testing/members.ts'
import { makePartner } from '#testing/partners.ts'
import { createRandom, type Random } from '#testing/random.ts'

/** Fixed, so that failures can be reproduced; `FUZZ_SEED` sets another. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_250_309)
/** Minimum share of the calls of staff that succeed at least once. */
const REACHED_SHARE = 0.6
const ROUNDS = 20

const DEEP = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`)

const WRONG: readonly unknown[] = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff',
    '\u202e\u2066',
    '\ufeff',
    '\u0007\u001b[31m',
    '😀',
    'ﷺ',
    "'; --",
    '%',
    '_',
  ],
  ...['\\', '../../etc/passwd', '<script>', '{{7*7}}', '__proto__', 'null', 'NaN', '-0', '1e309', '0x10', '１'],
  ...[null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1.7e308, [], {}, [[]], [null], { $gt: '' }],
  ...[
    { toString: 'x' },
    { length: 1e9 },
    Array.from({ length: 300 }, () => 1),
    DEEP,
    'x'.repeat(70_000),
    '字'.repeat(3000),
  ],
]

/** Valid values by member name, so that a part of the calls passes the schemas and reaches the database. */
const RIGHT: Readonly<Record<string, readonly unknown[]>> = {
  id: [1, 2, 7],
  articleId: [1, 5, 7],
  categoryId: [33, 36, 32],
  tagList: [[1, 2], [999], null],
  type: [1, 2, 3, 'site'],
  version: [0, 1, 2],
  isPublish: [0, 1, 2, 3],
  isOriginal: [0, 1],
  isPublic: [0, 1, '1'],
  pageNo: [1, 2, 1_000_000],
  pageSize: [5, 100],
  status: [0, 1],
  code: [1, '123456'],
  decision: ['publish', 'return', 'takeOff', 'putBack', 'keep', 'remove'],
  kind: ['certificate', 'site', 'name'],
  time: ['2025-03-09', '2025-02-31'],
  userId: ['1', 'f'.repeat(32)],
  replyUserId: ['1', null],
  parentId: [1, 2, null],
  orderByDescColumn: ['create_time', 'quantity'],
  email: ['reader@example.test', 'a@b'],
  certificateNo: [makeCertificateNo('20261103', 1)],
  checkCode: [getTestCode(1)],
  avatar: ['/file/img/a.png', ''],
  imgUrl: ['/file/img/a.png', 'https://a.test/x.png'],
  originalUrl: ['https://a.test/x', null],
}
const WRONG_IN_PATH = ['qq', 'a.png', '%00', '..%2f', '%E0%A4', 'x'.repeat(300), '-1', '9'.repeat(20)]
const WORDS = ['翡翠', '一段文字', '# 标题\n\n正文', 'a&b<c>d']

interface KnownRows {
  random: Random
  /** Ids of existing rows, by member name. */
  ids: Readonly<Record<string, readonly string[]>>
  /** Whether all members are present and valid in form, so that more calls reach the database. */
  isTame: boolean
}

/** Members of a JSON schema from which values are made. */
interface Shape {
  type?: string | readonly string[]
  anyOf?: readonly Shape[]
  enum?: readonly unknown[]
  examples?: readonly unknown[]
  pattern?: string
  items?: Shape
  required?: readonly string[]
  properties?: Readonly<Record<string, Shape>>
}

/** Texts that match the patterns of days, instants and clock times. */
const PATTERNED = ['2025-03-09', '2099-01-01 09:00', '9:00']

function makeValue(name: string, schema: Shape, known: KnownRows): unknown {
  const { random, ids } = known
  const types = [schema.type].flat()
  if (types.includes('null') && random.next() < 0.4) return null
  if (schema.anyOf) return makeValue(name, random.pick(schema.anyOf), known)
  if (schema.enum) return random.pick(schema.enum)
  if (schema.properties) return makeMembers(schema, known)
  const { pattern } = schema
  const patterned = pattern === undefined ? [] : PATTERNED.filter((text) => new RegExp(pattern, 'u').test(text))
  if (patterned.length > 0) return random.pick(patterned)
  const named = ((types.includes('string') ? ids[name] : undefined) ?? RIGHT[name] ?? schema.examples ?? []).filter(
    (value) => !known.isTame || types.includes(findType(value)),
  )
  if (named.length > 0) return random.pick(named)
  if (schema.items) return random.next() < 0.3 ? [] : [makeValue(name, schema.items, known)]
  if (types.includes('boolean')) return random.next() < 0.5
  return random.pick<unknown>(types.includes('integer') || types.includes('number') ? [0, 1, 2] : WORDS)
}

/** Returns the type's name in JSON schemas. */
function findType(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return value === null ? 'null' : typeof value
}

/** Makes the members of a call, some of them invalid or missing. */
function makeMembers(schema: Shape | undefined, known: KnownRows): Record<string, unknown> {
  const { random, isTame } = known
  const isGiven = (name: string) =>
    random.next() < (isTame ? 0.5 : 0.95) || (isTame && schema?.required?.includes(name))
  const named = Object.entries(schema?.properties ?? {}).filter(([name]) => isGiven(name))
  const members: Record<string, unknown> = {}
  for (const [name, member] of named) {
    const isWrong = !isTame && random.next() < 1 / (1 + named.length)
    members[name] = isWrong ? random.pick(WRONG) : makeValue(name, member, known)
  }
  if (!isTame && random.next() < 0.2)
    members[random.pick(['__proto__x', 'constructor', 'role', 'Authorization'])] = 'owner'
  return members
}

/** Percent-encodes what a URL cannot contain. */
function makeQueryString(members: Record<string, unknown>, random: Random): string {
  const parts = Object.entries(members).flatMap(([name, value]) => {
    const text = typeof value === 'object' ? 'x' : String(value).slice(0, 5000).toWellFormed()
    const part = `${name}=${encodeURIComponent(text)}`
    return random.next() < 0.05 ? [part, part] : [part]
  })
  if (random.next() < 0.05) parts.push(random.pick(['%00=1', '%FF=%C3', 'a[b]=1', '=', '&&&', '__proto__[x]=1']))
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

function makeBody(call: Call, known: KnownRows): Pick<InjectOptions, 'payload' | 'headers'> {
  const { random } = known
  if (call.upload) {
    const name = random.pick([call.upload, 'other', '\r\n'])
    const content = random.pick(['', '\0\xff', '# a\0b', 'x'.repeat(70_000)])
    const head = `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.md"\r\n\r\n`
    const payload = random.pick([`${head}${content}\r\n--b--\r\n`, head, '--b--', ''])
    return { payload, headers: { 'content-type': 'multipart/form-data; boundary=b' } }
  }
  const json = { 'content-type': 'application/json' }
  const whole = known.isTame ? 1 : random.next()
  if (whole < 0.05) return { payload: JSON.stringify(random.pick(WRONG) ?? null), headers: json }
  if (whole < 0.08) return { payload: random.pick(['{', '{"a":', '\0', '"', '[1,', '']), headers: json }
  if (whole < 0.1) return { payload: 'a=1', headers: { 'content-type': random.pick(['text/xml', 'x/y', '', 'a']) } }
  return { payload: JSON.stringify(makeMembers(call.body, known)), headers: json }
}

describeDatabases(`every call with random valid and invalid input (seed ${SEED})`, (make) => {
  it('answers in an envelope, without an unexpected error or a token in the log', async () => {
    const database = await make('migrated')
    let clock = Date.UTC(2025, 2, 9)
    const upstream = await makeUpstream({
      databaseUrl: database.url,
      now: () => clock,
      env: { WECHAT_TOKEN: 'a-token' },
    })
    const random = createRandom(SEED)
    const sessions = createSessionRepository({ db: upstream.db, now: () => clock })
    const roles = ['user', 'editor', 'owner'] as const
    const members = await Promise.all(roles.map((role) => join(upstream, role, role)))
    const served = calls.filter((call: Call) => upstream.app.hasRoute({ method: call.method, url: toRouterPath(call) }))
    expect(served.length).toBeGreaterThan(60)
    const ids = await makeKnownRows(members)
    const endpoints = createEndpointRepository({ db: upstream.db, digest: upstream.digest, now: () => clock })
    for (const name of ['绿松石行', '玉缘']) {
      const { id } = await makePartner(upstream, { name }, () => clock)
      await endpoints.add(id, 'https://hooks.example/in')
    }
    const readNumbers = async (table: 'articles' | 'tickets' | 'categories') =>
      (await upstream.db.selectFrom(table).select('id').limit(20).execute()).map(({ id }) => id)
    /** Ids in paths, by the part of the path before them. */
    const numbers: Readonly<Record<string, readonly number[]>> = {
      articles: await readNumbers('articles'),
      tickets: await readNumbers('tickets'),
      topics: await readNumbers('categories'),
    }
    let client = 0

    /** Creates a short post, feedback and messages. @returns their random ids */
    async function makeKnownRows([user, editor, owner]: Member[]) {
      for (const [from, to] of [
        [user, editor],
        [editor, owner],
        [owner, user],
      ])
        await from?.ask('POST /v1/im/chat', { code: 1, toUserId: to?.id, content: '在吗' })
      await owner?.ask('POST /v1/say/insertSay', { content: '今日到样' })
      await user?.ask('POST /v1/feedback/', { type: 1, title: '题', content: '文' })
      const says = await upstream.db.selectFrom('says').select('id').execute()
      const feedback = await upstream.db.selectFrom('feedback').select('id').execute()
      const messages = await upstream.db.selectFrom('chat_messages').select('id').execute()
      const rooms = await upstream.db.selectFrom('chat_rooms').select('id').execute()
      const userIds = members.map(({ id }) => id)
      return {
        sayId: says.map(({ id }) => id),
        id: [...feedback, ...messages].map(({ id }) => id),
        roomId: rooms.map(({ id }) => id),
        toUserId: userIds,
        fromUserId: userIds,
        certificateNo: [] as string[],
      }
    }

    /** Makes a value of the path: the number of an article or ticket, the id of a person, or a key. */
    function makePathValue(call: Call, name: string): string {
      const schema = call.params?.properties[name] as { type?: string; enum?: readonly string[] } | undefined
      if (schema?.enum) return random.pick(schema.enum)
      const [, , , noun = ''] = call.path.split('/')
      if (schema?.type === 'integer') return String(random.pick([1, 2, ...(numbers[noun] ?? [])]))
      if (noun === 'users') return random.pick(ids.toUserId)
      return random.pick([...(ids[name as keyof typeof ids] ?? []), ...ids.toUserId])
    }

    /** Restores the staff, because calls of owners disable accounts and change duties. */
    async function restoreStaff() {
      for (const [at, { id }] of members.entries()) {
        await upstream.db.updateTable('users').set({ status: 1 }).where('id', '=', id).execute()
        await giveRole(upstream.db, id, roles[at] ?? 'user')
        await upstream.db.updateTable('users').set({ managed_version: 1 }).where('id', '=', id).execute()
      }
    }

    /** Lets paths name certificates, those among them that earlier calls have created. */
    async function readCertificates() {
      const newest = upstream.db.selectFrom('certificates').select('certificate_no').orderBy('imported_at', 'desc')
      ids.certificateNo = (await newest.limit(10).execute()).map(({ certificate_no }) => certificate_no)
    }

    /** Calls of staff that succeeded. */
    const reached = new Set<string>()
    const tokens: string[] = []
    async function makeToken(isOwner: boolean) {
      // Most sessions have proved the second factor: without it, staff calls are only refused.
      const factorAt = random.next() < 0.9 ? clock : null
      const { id } = random.pick(isOwner ? members.slice(-1) : members)
      const token = await sessions.create(id, null, factorAt)
      tokens.push(token)
      return token
    }

    async function makeCall(call: Call) {
      // A new client address for each call and a moving clock, so that no rate limit applies.
      client += 1
      clock += SECOND_MS
      if (client % 50 === 0) clock += DAY_MS / 24
      const isTame = random.next() < 0.5
      const known = { random, ids, isTame }
      const authorization = random.next() < 0.1 ? 'x'.repeat(128) : await makeToken(isTame)
      const path = call.path.replace(/\{(\w+)\}/g, (_braced, name: string) =>
        !isTame && random.next() < 0.5 ? random.pick(WRONG_IN_PATH) : makePathValue(call, name),
      )
      const sent = call.method === 'GET' || call.method === 'DELETE' ? {} : makeBody(call, known)
      const request = {
        method: call.method,
        url: path + makeQueryString(makeMembers(call.query, known), random),
        ...sent,
        headers: {
          ...sent.headers,
          authorization,
          ...(random.next() < 0.2 && { 'idempotency-key': random.pick(['', 'a', '\xff', 'x'.repeat(65)]) }),
          'x-forwarded-for': `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`,
        },
      }
      await send(call, request)
    }

    async function send(call: Call, request: InjectOptions & { payload?: unknown }) {
      const before = upstream.logs.length
      const answer = await upstream.app.inject(request)
      check(answer, upstream, before, `${call.method} ${call.path}\n${JSON.stringify(request).slice(0, 2000)}`)
      if (call.access !== 'staff') return
      // Files of lists are no JSON; a refusal of one is.
      const isJson = String(answer.headers['content-type']).startsWith('application/json')
      if (!isJson && answer.statusCode === 200) reached.add(toCallKey(call))
      if (!isJson) return
      const { code, extra } = answer.json()
      if (code === 200) reached.add(toCallKey(call))
      // Repeats a call that was refused as a lost update, with the stored version.
      const stored: unknown = extra?.current?.version
      if (code !== 409 || stored === undefined || typeof request.payload !== 'string') return
      const sent = JSON.parse(request.payload) as { version?: unknown }
      if (sent.version !== stored)
        await send(call, { ...request, payload: JSON.stringify({ ...sent, version: stored }) })
    }

    function check(
      answer: Awaited<ReturnType<TestUpstream['app']['inject']>>,
      { logs }: TestUpstream,
      before: number,
      what: string,
    ) {
      const { statusCode, headers, body } = answer
      expect(statusCode, what).toBeLessThan(500)
      if (String(headers['content-type']).startsWith('application/json')) {
        const { code, message } = JSON.parse(body)
        expect(code, what).not.toBe(-1)
        expect(typeof message, what).toBe('string')
      }
      // Errors have status 200, so unexpected ones are found in the log.
      const surprise = logs.slice(before).find((line) => line.includes('unexpected error') || line.includes('failed'))
      expect(surprise, what).toBeUndefined()
    }

    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        await restoreStaff()
        await readCertificates()
        for (const call of served) await makeCall(call)
      }
      const staffCalls = served.filter(({ access }: Call) => access === 'staff')
      process.stdout.write(`${reached.size} of ${staffCalls.length} calls of staff succeeded\n`)
      // The other calls need e.g. a signed challenge, or a code that only a mail contains.
      expect(reached.size).toBeGreaterThan(staffCalls.length * REACHED_SHARE)
      await upstream.app.inject('/healthz')
      const log = upstream.logs.join('')
      expect(tokens.filter((token) => log.includes(token))).toEqual([])
    } finally {
      await upstream.close()
      await database.drop()
    }
  }, 180_000)
})
