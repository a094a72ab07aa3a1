import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, it } from 'vitest'
import { ask } from '#testing/asking.ts'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'

let upstream: TestUpstream | undefined
let server: SMTPServer | undefined
afterEach(async () => {
  await upstream?.close()
  await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()))
})

async function startMailServer(mails: string[], isRefusing = () => false): Promise<string> {
  server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, done) => done(isRefusing() ? new Error('no such mailbox') : undefined),
    onData(stream, _session, done) {
      let mail = ''
      stream.setEncoding('utf8')
      stream.on('data', (piece: string) => {
        mail += piece
      })
      stream.on('end', () => {
        mails.push(mail)
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

const sendCode = 'GET /oauth/sendEmailCode?email=reader@example.test'

function parseCode(mail: string): string {
  const body = mail.slice(mail.indexOf('\r\n\r\n'))
  const text = /base64/i.test(mail)
    ? Buffer.from(body, 'base64').toString()
    : body
        .replace(/=\r?\n/g, '')
        .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
  return /\d{6}/.exec(text)?.[0] ?? ''
}

it('mails a valid code over SMTP', async () => {
  const mails: string[] = []
  const env = { SMTP_URL: await startMailServer(mails), MAIL_FROM: '石衡检测 <noreply@example.test>' }
  upstream = await makeUpstream({ content: 'none', env })
  expect(await ask(upstream, sendCode)).toMatchObject({ code: 200, data: null })
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('To: reader@example.test')
  const body = {
    email: 'reader@example.test',
    nickname: '小石',
    password: 'first long password',
    code: parseCode(mails[0] ?? ''),
  }
  expect(await ask(upstream, 'POST /oauth/emailRegister', { body })).toMatchObject({ code: 200 })
  expect(await upstream.mailbox()).toEqual([])
})

it('reports a failed mail, deletes the code, and allows the next request at once', async () => {
  const mails: string[] = []
  let isRefusing = true
  const env = { SMTP_URL: await startMailServer(mails, () => isRefusing) }
  upstream = await makeUpstream({ content: 'none', env })
  expect(await ask(upstream, sendCode)).toMatchObject({ status: 200, code: 500, message: '发送邮件失败', data: null })
  const { code_hash } = await upstream.db.selectFrom('email_codes').select('code_hash').executeTakeFirstOrThrow()
  expect(code_hash).toBeNull()
  isRefusing = false
  expect(await ask(upstream, sendCode)).toMatchObject({ code: 200 })
})

it('reports a failed mail in production without a mail server, and serves no mailbox there', async () => {
  upstream = await makeUpstream({ content: 'none', env: { NODE_ENV: 'production' } })
  expect(await ask(upstream, sendCode)).toMatchObject({ code: 500, message: '发送邮件失败' })
  expect((await upstream.app.inject('/dev/mailbox')).statusCode).toBe(404)
})

it('serves the mailbox to local clients only', async () => {
  upstream = await makeUpstream({ content: 'none' })
  await ask(upstream, sendCode)
  const [mail] = await upstream.mailbox()
  expect(mail).toEqual({
    to: 'reader@example.test',
    subject: '邮箱验证码',
    text: expect.stringMatching(/\d{6}/),
    sentAt: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  for (const elsewhere of [{ remoteAddress: '192.0.2.1' }, { headers: { 'x-forwarded-for': '127.0.0.1' } }]) {
    expect((await upstream.app.inject({ url: '/dev/mailbox', ...elsewhere })).statusCode).toBe(404)
  }
})
