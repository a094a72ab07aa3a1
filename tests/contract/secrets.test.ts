import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STAND_IN_SECRET } from '../../apps/upstream/src/testing/stand-in-provider.ts'
import { allChecks } from './all-checks.ts'
import { runCheck } from './call-check.ts'
import { getDemoCertificate } from './checks/certificate-checks.ts'
import { type Member, type ReferenceBench, startReference, WECHAT_TOKEN } from './reference.ts'
import type { Exchange } from './wire.ts'

/** Every password of the checks starts with one of these. */
const PASSWORDS = /correct-horse-|another-long-password|marker-password/

/** Time limit for the checks of all calls on a busy machine. ms. */
const CHECKS_MS = 240_000

let bench: ReferenceBench
let folder: string
let member: Member
/** All tokens that upstream issued. */
let tokens: string[]
/** Mailed codes of six digits. */
let codes: string[]

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'secrets-'))
  // The lowest level, so that everything is logged.
  bench = await startReference({ LOG_LEVEL: 'trace' }, `sqlite:${path.join(folder, 'portal.db')}`)
  for (const one of allChecks) await runCheck(bench, one)
  await sendMisplacedSecrets(bench)
  member = await bench.reference.join()
  tokens = bench.bff.wire.exchanges.flatMap(findTokens)
  const mails = await bench.reference.upstream.mailbox()
  codes = mails.flatMap(({ text }) => /\d{6}/.exec(text)?.[0] ?? [])
  await breakWire(bench, member)
}, CHECKS_MS)
afterAll(async () => {
  await bench.close()
  rmSync(folder, { recursive: true })
})

/** Sends secrets in unexpected places. */
async function sendMisplacedSecrets({ visitor, reference }: ReferenceBench) {
  const browser = visitor()
  const { browser: own, email } = await reference.join()
  const login = (text: string, type: string) => browser.send('POST', '/oauth/emailLogin', { text, type })
  await login('{"email":"a","password":"marker-password-1"', 'application/json')
  await login('email=a&password=marker-password-2', 'application/x-www-form-urlencoded')
  await login(`{"email":["marker-password-3"],"password":{"a":"marker-password-3"}}`, 'application/json')
  await browser.send('GET', '/oauth/emailLogin?email=a&password=marker-password-4')
  await browser.send('GET', '/v1/article/info?id=marker-password-5')
  await browser.send('GET', '/nowhere?a=1&token=marker-password-7')
  await own.ask('POST /oauth/emailLogin', { body: { email, password: 'marker-password-8' } })
  for (const page of ['/', '/nowhere', '/broken', `/?token=${'marker-password-9'.repeat(8)}`])
    await own.send('GET', page)
}

/** Stops upstream and sends logins and lookups. */
async function breakWire({ bff, visitor }: ReferenceBench, { browser, email, password }: Member) {
  await bff.wire.close()
  await visitor().send('POST', '/oauth/emailLogin', { body: { email, password } })
  await browser.send('GET', '/v1/user/sessions')
  await browser.send('GET', '/bff/session')
  await browser.send('POST', '/v1/certificate/check', { body: getDemoCertificate() })
}

/** Returns the token of a login, and the one in the redirect from a provider. */
function findTokens({ answer, location }: Exchange): string[] {
  const given = /"token":"([^"]{16,})"/.exec(answer)?.[1]
  return [...(given ? [given] : []), ...new URL(location, 'http://site').searchParams.getAll('token')]
}

function listFilesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true })
    .map((name) => path.join(directory, String(name)))
    .filter((file) => statSync(file).isFile())
}

const findSecrets = (text: string, secrets: readonly string[]) => secrets.filter((secret) => text.includes(secret))
/** Returns the codes in a text, except as a part of a longer number, id or time. */
const findCodes = (text: string) => codes.filter((code) => new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`).test(text))

describe('the search for secrets after all calls with full logging', () => {
  it('covers enough secrets', () => {
    expect(new Set(tokens).size).toBeGreaterThan(40)
    expect(codes.length).toBeGreaterThan(40)
    expect(bench.bff.received.length).toBeGreaterThan(300)
  })

  it('finds none in the log lines of either server', () => {
    const logs = [...bench.bff.site.logs, ...bench.reference.upstream.logs]
    expect(logs.length).toBeGreaterThan(600)
    expect(logs.some((line) => line.includes('"level":"debug"') || line.includes('"level":20'))).toBe(true)
    const text = logs.join('').replace(/"pid":\d+/g, '')
    const { checkCode } = getDemoCertificate()
    expect(findSecrets(text, [...tokens, checkCode, bench.bff.sessionKey, WECHAT_TOKEN, STAND_IN_SECRET])).toEqual([])
    expect(findCodes(text)).toEqual([])
    expect(PASSWORDS.exec(text)?.[0]).toBeUndefined()
  })

  it('finds none in answers, pages and headers', () => {
    const { received, sessionKey } = bench.bff
    const text = received.map(({ headers, text: body }) => JSON.stringify(headers) + body).join('\n')
    expect(findSecrets(text, [...tokens, sessionKey, WECHAT_TOKEN, STAND_IN_SECRET])).toEqual([])
    expect(PASSWORDS.exec(text)?.[0]).toBeUndefined()
    expect(findCodes(received.map(({ headers }) => JSON.stringify(headers)).join('\n'))).toEqual([])
  })

  it('finds no token in a cookie, raw or decoded', () => {
    const cookies = bench.bff.received.flatMap(({ headers }) => [headers['set-cookie'] ?? []].flat() as string[])
    const values = cookies.flatMap((cookie) => /^([\w-]+)=([^;]+)/.exec(cookie)?.[2] ?? [])
    expect(values.length).toBeGreaterThan(40)
    const decoded = values.map((value) => Buffer.from(decodeURIComponent(value), 'base64url').toString('latin1'))
    expect(findSecrets([...values, ...decoded].join('\n'), tokens)).toEqual([])
    expect(
      cookies.filter((cookie) => !/; HttpOnly/i.test(cookie) || !/; SameSite=(?:Strict|Lax)/i.test(cookie)),
    ).toEqual([])
  })

  it('finds none in files outside the database', () => {
    const files = [bench.bff.site.dataDir, bench.reference.upstream.config.dataDir].flatMap(listFilesBelow)
    expect(files.length).toBeGreaterThan(2)
    const secrets = [...tokens, bench.bff.sessionKey, WECHAT_TOKEN, STAND_IN_SECRET, getDemoCertificate().checkCode]
    for (const file of files) {
      const text = readFileSync(file, 'latin1')
      expect([file, findSecrets(text, secrets), PASSWORDS.test(text)]).toEqual([file, [], false])
    }
  })

  it('finds no token, code or password in plain text in the database', async () => {
    const { db } = bench.reference.upstream
    expect(await db.selectFrom('sessions').selectAll().execute()).not.toEqual([])
    const secrets = [...tokens, bench.bff.sessionKey, WECHAT_TOKEN, STAND_IN_SECRET]
    for (const file of listFilesBelow(folder)) {
      const text = readFileSync(file, 'latin1')
      expect([file, findSecrets(text, secrets), PASSWORDS.test(text)]).toEqual([file, [], false])
    }
    const rows = [
      ...(await db.selectFrom('email_codes').selectAll().execute()),
      ...(await db.selectFrom('certificates').selectAll().execute()),
    ]
    const text = JSON.stringify(rows)
    expect(findCodes(text)).toEqual([])
    expect(text).not.toContain(getDemoCertificate().checkCode)
  })
})
