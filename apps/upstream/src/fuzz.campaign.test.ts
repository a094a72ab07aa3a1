import type { Call } from '@portal/contract/call.ts'
import { calls, toCallKey, toRouterPath } from '@portal/contract/calls.ts'
import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { DAY_MS, SECOND_MS } from '@portal/contract/constants.ts'
import type { InjectOptions } from 'fastify'
import { expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import { createSessionRepository } from '#accounts/sessions/session-repository.ts'
import { createEndpointRepository } from '#partners/webhooks/endpoint-repository.ts'
import { getTestCode } from '#testing/certificate-files.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { makePartner } from '#testing/partners.ts'
import { createRandom, type Random } from '#testing/random.ts'
import { giveSigningName } from '#testing/staff/give-signing-name.ts'
import { type KnownRows, makeRowsOfStaff, readKnownRows, VALID_FILES } from '#testing/staff/known-rows.ts'

/** Fixed, so that failures can be reproduced; `FUZZ_SEED` sets another. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_250_309)
/** Minimum share of the calls of staff that succeed at least once. */
const REACHED_SHARE = 0.75
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
  type: [1, 2, 3, 'site'],
  version: [0, 1, 2],
  revision: [1, 2, 3],
  slug: Array.from({ length: 40 }, (_, nth) => `song-jian-${nth}`),
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

interface Known {
  random: Random
  ids: KnownRows
  /** Whether all members are present and valid in form, so that more calls reach the database. */
  isTame: boolean
}

/** The editor prepares the certificates that the owner approves. */
const DUTIES = { user: [], editor: ['edit', 'support', 'certify'], owner: ['owner', 'approve'] } as const

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

function makeValue(name: string, schema: Shape, known: Known): unknown {
  const { random, ids } = known
  const types = [schema.type].flat()
  if (types.includes('null') && random.next() < 0.4) return null
  if (schema.anyOf) return makeValue(name, random.pick(schema.anyOf), known)
  if (schema.enum) return random.pick(schema.enum)
  if (schema.properties) return makeMembers(schema, known)
  const { pattern } = schema
  const patterned = pattern === undefined ? [] : PATTERNED.filter((text) => new RegExp(pattern, 'u').test(text))
  if (patterned.length > 0) return random.pick(patterned)
  const right = RIGHT[name] ?? schema.examples ?? []
  const named = [...(ids[name] ?? []), ...right].filter((value) => !known.isTame || types.includes(findType(value)))
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
function makeMembers(schema: Shape | undefined, known: Known): Record<string, unknown> {
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

function makeBody(call: Call, known: Known): Pick<InjectOptions, 'payload' | 'headers'> {
  const { random } = known
  if (call.upload) {
    const name = known.isTame ? call.upload : random.pick([call.upload, 'other', '\r\n'])
    const wrong = ['', '\0\xff', '# a\0b', 'x'.repeat(70_000)].map((text) => ['a.md', text] as const)
    const [fileName, content] = random.pick(known.isTame ? VALID_FILES : wrong)
    const head = `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n\r\n`
    const whole = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--b--\r\n')])
    const payload = known.isTame ? whole : random.pick([whole, head, '--b--', ''])
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
    let ids: KnownRows = {}
    await makeTalk(members)
    const endpoints = createEndpointRepository({ db: upstream.db, digest: upstream.digest, now: () => clock })
    const partners = [
      await makePartner(upstream, { name: '绿松石行' }, () => clock),
      await makePartner(upstream, { name: '玉缘' }, () => clock),
    ]
    let client = 0

    /** Creates a short post, feedback and messages. */
    async function makeTalk([user, editor, owner]: Member[]) {
      for (const [from, to] of [
        [user, editor],
        [editor, owner],
        [owner, user],
      ])
        await from?.ask('POST /v1/im/chat', { code: 1, toUserId: to?.id, content: '在吗' })
      await owner?.ask('POST /v1/say/insertSay', { content: '今日到样' })
      await user?.ask('POST /v1/feedback/', { type: 1, title: '题', content: '文' })
    }

    /** Makes a value of the path: the id of a row, often of the kind that the part before it names, or a key. */
    function makePathValue(call: Call, name: string, at: number): string {
      const schema = call.params?.properties[name] as { type?: string; enum?: readonly string[] } | undefined
      if (schema?.enum) return random.pick(schema.enum)
      const noun = call.path.slice(0, at).split('/').at(-2) ?? ''
      const rows = ids[noun === 'certificates' ? name : noun] ?? ids[name] ?? []
      return String(random.pick(rows.length > 0 && random.next() < 0.8 ? rows : [1, 2]))
    }

    /** Restores the staff, because calls of owners disable accounts and change duties. */
    async function restoreStaff() {
      for (const [at, { id }] of members.entries()) {
        await upstream.db.updateTable('users').set({ status: 1 }).where('id', '=', id).execute()
        await setDuties(upstream.db, id, DUTIES[roles[at] ?? 'user'], { by: null, at: 0 })
        await upstream.db.updateTable('users').set({ managed_version: 1 }).where('id', '=', id).execute()
        await giveSigningName(upstream.db, id, `张伟${at}`)
      }
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

    async function createTokenFor(person: (typeof roles)[number]) {
      return await sessions.create(members[roles.indexOf(person)]?.id ?? '', null, clock)
    }

    async function makeCall(call: Call) {
      // A new client address for each call and a moving clock, so that no rate limit applies.
      client += 1
      clock += SECOND_MS
      if (client % 50 === 0) clock += DAY_MS / 24
      const isTame = random.next() < 0.5
      const known = { random, ids, isTame }
      const authorization = random.next() < 0.1 ? 'x'.repeat(128) : await makeToken(isTame)
      const path = call.path.replace(/\{(\w+)\}/g, (_braced, name: string, at: number) =>
        !isTame && random.next() < 0.5 ? random.pick(WRONG_IN_PATH) : makePathValue(call, name, at),
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

    async function send(call: Call, request: InjectOptions, isRepeated = false) {
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
      if (code !== 409 || isRepeated) return
      const name = ['version', 'revision'].find((member) => extra?.current?.[member] !== undefined)
      if (name === undefined) return
      const value = extra.current[name]
      const url = String(request.url).replace(/\bversion=\d+/, `version=${value}`)
      const sent = typeof request.payload === 'string' ? JSON.parse(request.payload) : null
      const payload = sent && { payload: JSON.stringify({ ...sent, [name]: value }) }
      await send(call, { ...request, url, ...payload }, true)
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
        // Calls of earlier rounds remove endpoints.
        for (const { id } of partners) await endpoints.add(id, 'https://hooks.example/in')
        await makeRowsOfStaff(upstream, createTokenFor, members.at(-1)?.id ?? '', round)
        ids = await readKnownRows(upstream.db)
        for (const call of served) await makeCall(call)
      }
      const staffCalls = served.filter(({ access }: Call) => access === 'staff')
      process.stdout.write(`${reached.size} of ${staffCalls.length} calls of staff succeeded\n`)
      // The other calls need e.g. a signed challenge, or a code that only a mail contains.
      expect(reached.size).toBeGreaterThan(staffCalls.length * REACHED_SHARE)
      await upstream.app.inject('/healthz')
      // Each token is searched in the long words of the log only: the whole log took seconds for thousands of tokens.
      expect(tokens.filter((token) => !/^[\w-]{20,}$/.test(token))).toEqual([])
      const words = (upstream.logs.join('').match(/[\w-]{20,}/g) ?? []).join(' ')
      expect(tokens.filter((token) => words.includes(token))).toEqual([])
    } finally {
      await upstream.close()
      await database.drop()
    }
  }, 180_000)
})
