import type { Browser } from '../browser.ts'
import { type CallCheck, check } from '../call-check.ts'

const fetchSessionUser = async (browser: Browser) =>
  JSON.parse((await browser.send('GET', '/bff/session')).text).data.user

export const accountChecks: readonly CallCheck[] = [
  check(
    'GET /v1/user/security',
    'returns the ways in which the caller can prove ownership (ours)',
    'reference',
    async ({ reference, see }) => {
      const { browser, email } = await reference.join()
      see(await browser.ask('GET /v1/user/security'), { code: 200, data: { hasPassword: true, email, isStaff: false } })
    },
  ),

  check(
    'POST /v1/user/code',
    'mails a code to the caller’s address, whatever the query names (ours)',
    'reference',
    async ({ reference, later, see }) => {
      const { browser, email } = await reference.join()
      later(60_000)
      const query = { email: 'somebody@example.test' }
      see(await browser.ask('POST /v1/user/code', { query }), { code: 200, data: null })
      see((await reference.upstream.mailbox())[0], { to: email, subject: '邮箱验证码' }, 'the mail')
    },
  ),

  check(
    'PUT /v1/user/password',
    'requires the current password and ends all other sessions (ours)',
    'reference',
    async ({ reference, visitor, see }) => {
      const { browser, email, password } = await reference.join()
      const other = visitor()
      await other.ask('POST /oauth/emailLogin', { body: { email, password } })
      const put = (body: Record<string, unknown>) => browser.ask('PUT /v1/user/password', { body })
      const newPassword = 'quartz over granite'
      see(await put({ password: 'a wrong one', newPassword }), { code: 500, message: '当前密码不正确', data: null })
      see(await put({ password, newPassword }), { code: 200, data: null })
      see(await other.ask('GET /v1/user/sessions'), { code: 401 })
      see(await browser.ask('GET /v1/user/sessions'), { code: 200 })
    },
  ),

  check(
    'POST /v1/user/closure',
    'requires the password, ends the session and returns the closing time (ours)',
    'reference',
    async ({ reference, see }) => {
      const { browser, password } = await reference.join()
      const close = (typed: string) =>
        browser.ask('POST /v1/user/closure', { body: { password: typed, keepsWritings: true } })
      see(await close('a wrong one'), { code: 500, message: '当前密码不正确', data: null })
      see(await close(password), { code: 200, data: { closeTime: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/ } })
      see(await fetchSessionUser(browser), null, 'the session’s user')
    },
  ),

  check(
    'DELETE /v1/user/closure',
    'restores a closing account, which cannot use other calls before that (ours)',
    'reference',
    async ({ reference, see, that }) => {
      const { browser, email, password } = await reference.join()
      await browser.ask('POST /v1/user/closure', { body: { password, keepsWritings: true } })
      const { data } = await browser.ask('POST /oauth/emailLogin', { body: { email, password } })
      that(typeof data.closeTime === 'string', 'the login does not say when the account closes')
      see(await browser.ask('GET /v1/user/sessions'), { code: 500, data: null })
      see(await browser.ask('DELETE /v1/user/closure'), { code: 200, data: null })
      see(await browser.ask('GET /v1/user/sessions'), { code: 200 })
    },
  ),

  check(
    'GET /v1/user/export',
    'returns a ZIP file of the caller’s data with no-store (ours)',
    'reference',
    async ({ reference, see, that }) => {
      const { browser } = await reference.join()
      const { status, headers } = await browser.send('GET', '/v1/user/export')
      see(status, 200, 'status')
      that(headers['content-type'] === 'application/zip', `the type is ${headers['content-type']}`)
      that(headers['cache-control'] === 'no-store', 'the answer may be kept')
    },
  ),
]
