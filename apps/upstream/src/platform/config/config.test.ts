import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

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

it('does not print a password in the address of a service', () => {
  for (const wrong of [
    'http://user:hush@s3.example.cn',
    'http://user:hush/hush@s3.example.cn',
    'user:hush@s3.example.cn',
  ]) {
    const start = () => readConfig({ S3_BUCKET: 'portal', S3_ENDPOINT: wrong })
    expect(start).toThrow(/S3_ENDPOINT \(value not shown\) is not accepted: an origin without login/)
    expect(start).not.toThrow('hush')
  }
})

describe('object storage', () => {
  const keys = { LOG_KEY: Buffer.alloc(32, 1).toString('base64'), INSTANCE_KEY: Buffer.alloc(32, 2).toString('base64') }
  const given = {
    ...keys,
    S3_BUCKET: 'portal',
    S3_ENDPOINT: 'https://oss.example.cn',
    S3_ACCESS_KEY: 'ak',
    S3_SECRET_KEY: 'sk',
  }

  it('is not used without a bucket', () => {
    expect(readConfig({ ...given, S3_BUCKET: '' }).s3).toBeNull()
  })

  it('has the bucket in the path unless told otherwise', () => {
    const expected = { bucket: 'portal', endpoint: 'https://oss.example.cn', accessKey: 'ak', secretKey: 'sk' }
    expect(readConfig(given).s3).toEqual({ ...expected, region: 'us-east-1', isPathStyle: true })
    const other = readConfig({ ...given, S3_REGION: 'cn-hangzhou', S3_PATH_STYLE: 'false' }).s3
    expect(other).toMatchObject({ region: 'cn-hangzhou', isPathStyle: false })
  })

  it.each(['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'LOG_KEY', 'INSTANCE_KEY'])(
    'stops the start with one line without %s',
    (name) => {
      const message = `S3_BUCKET needs ${name}, which every machine must have alike`
      expect(() => readConfig({ ...given, [name]: undefined })).toThrow(new ConfigError(message))
    },
  )

  it('names a key file that cannot be read once', () => {
    const env = { ...given, LOG_KEY: undefined, LOG_KEY_FILE: '/no' }
    expect(() => readConfig(env)).toThrow(new ConfigError('LOG_KEY_FILE=/no cannot be read (ENOENT)'))
  })

  it('never shows its keys', () => {
    expect(() => readConfig({ ...given, S3_BUCKET: 'No Bucket', S3_ACCESS_KEY: 'hush' })).toThrow(
      'S3_BUCKET=No Bucket is not accepted: 3 to 63 small letters, digits, dots and hyphens',
    )
  })
})
