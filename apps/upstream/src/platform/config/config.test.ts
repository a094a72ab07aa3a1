import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it('uses defaults when no variable is set', () => {
  const config = readConfig({})
  expect(config).toMatchObject({ port: 8081, host: '127.0.0.1', hasDemoContent: true, trustedHops: 1, smtpUrl: null })
  expect(config.databaseUrl).toBe(`sqlite:${join(config.dataDir, 'portal.db')}`)
})

it('loads no demo content in production by default', () => {
  expect(readConfig({ NODE_ENV: 'production' }).hasDemoContent).toBe(false)
  expect(readConfig({ NODE_ENV: 'production', DEMO_CONTENT: 'on' }).hasDemoContent).toBe(true)
})

it('reads a variable from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-config-'))
  const file = join(folder, 'url')
  writeFileSync(file, 'postgres://me:secret@db/portal\n')
  const config = readConfig({ DATABASE_URL_FILE: file })
  rmSync(folder, { recursive: true })
  expect(config.databaseUrl).toBe('postgres://me:secret@db/portal')
})

it('reports all wrong variables in one line, without secrets', () => {
  const read = () =>
    readConfig({
      UPSTREAM_PORT: '80x',
      DEMO_CONTENT: 'maybe',
      DATABASE_URL: 'mysql://me:hush@db',
      MAIL_FROM_FILE: '/no',
    })
  expect(read).toThrow('UPSTREAM_PORT=80x is not accepted: a whole number from 0 to 65535')
  expect(read).toThrow('DEMO_CONTENT=maybe is not accepted: one of on, off')
  expect(read).toThrow('DATABASE_URL (value not shown) is not accepted: starts with sqlite:')
  expect(read).toThrow('MAIL_FROM_FILE=/no cannot be read (ENOENT)')
  expect(read).not.toThrow(/hush|\n/)
})

it('enables a social login that has an id and a secret, and reports a missing one', () => {
  const env = { OAUTH_GITHUB_ID: 'id', OAUTH_GITHUB_SECRET: 'hush', SITE_URL: 'https://www.example.cn/' }
  const config = readConfig(env)
  expect(config.social).toEqual({ github: { clientId: 'id', clientSecret: 'hush', base: null } })
  expect(config.siteUrl).toBe('https://www.example.cn')
  expect(() => readConfig({ OAUTH_QQ_SECRET: 'hush' })).toThrow(
    'OAUTH_QQ_ID and OAUTH_QQ_SECRET belong together: one is missing',
  )
})

it('takes the site origin from SITE_URL, else from PUBLIC_ORIGIN, and refuses any other form', () => {
  expect(readConfig({}).siteUrl).toBeNull()
  expect(readConfig({ PUBLIC_ORIGIN: 'https://a.example.cn' }).siteUrl).toBe('https://a.example.cn')
  const both = { PUBLIC_ORIGIN: 'https://a.example.cn', SITE_URL: 'https://b.example.cn' }
  expect(readConfig(both).siteUrl).toBe('https://b.example.cn')
  for (const wrong of ['example.cn', 'https://example.cn/path', 'javascript:alert(1)', 'https://me:hush@example.cn']) {
    expect(() => readConfig({ SITE_URL: wrong })).toThrow('is not accepted: an origin')
  }
})

it('does not print a WeChat token that it refuses', () => {
  expect(readConfig({ WECHAT_TOKEN: 'abc' }).wechat).toEqual({ token: 'abc', qrUrl: null })
  expect(() => readConfig({ WECHAT_TOKEN: 'hush hush' })).toThrow(/^WECHAT_TOKEN \(value not shown\) is not accepted/)
})
