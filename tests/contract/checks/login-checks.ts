import { CODE, WIRE_TEXT } from '../../../packages/contract/src/errors.ts'
import { type CallCheck, check } from '../call-check.ts'

const NOBODY = 'nobody-at-all@contract-check.invalid'
const CODE_WRONG = { code: CODE.emailCode, message: WIRE_TEXT.codeWrong, data: null }

export const loginChecks: readonly CallCheck[] = [
  check(
    'POST /oauth/emailLogin',
    'an unknown account: code 500 and the text for a wrong password',
    'visitor',
    async ({ visitor, see }) => {
      const answer = await visitor().ask('POST /oauth/emailLogin', {
        body: { email: NOBODY, password: 'not-a-password' },
      })
      see(answer, { code: 500, message: WIRE_TEXT.wrongPassword, data: null })
    },
  ),

  check(
    'POST /oauth/emailLogin',
    'logs in; the session does not show the token',
    'account',
    async ({ logIn, that }) => {
      const browser = await logIn()
      const session = JSON.parse((await browser.send('GET', '/bff/session')).text)
      that(typeof session.data.user?.id === 'string', 'nobody is logged in afterwards')
      that(!JSON.stringify(session).includes('token'), 'the session speaks of a token')
    },
  ),

  check('POST /oauth/emailLogin', 'a blank field: code 400', 'visitor', async ({ visitor, see }) => {
    see(await visitor().ask('POST /oauth/emailLogin', { body: { email: '', password: '' } }), { code: 400, data: null })
  }),

  check(
    'GET /oauth/sendEmailCode',
    'mails six digits; data null; a second request within a minute: code 500',
    'reference',
    async (bench) => {
      const { reference, see, visitor } = bench
      const [browser, email] = [visitor(), reference.newEmail()]
      see(await reference.mailedCode(browser, email), /^\d{6}$/, 'the code')
      const again = await browser.ask('GET /oauth/sendEmailCode', { query: { email } })
      see(again, { code: 500, message: WIRE_TEXT.tooFrequent, headers: { 'retry-after': /^\d+$/ } })
    },
  ),

  check('GET /oauth/sendEmailCode', 'an invalid address: code 10024', 'reference', async ({ visitor, see }) => {
    const answer = await visitor().ask('GET /oauth/sendEmailCode', { query: { email: 'no address' } })
    see(answer, { code: CODE.emailFormat, message: WIRE_TEXT.emailFormat, data: null })
  }),

  check(
    'POST /oauth/emailRegister',
    'creates the account without logging in; data null',
    'reference',
    async (bench) => {
      const { reference, see, visitor } = bench
      const [browser, email] = [visitor(), reference.newEmail()]
      const body = { email, nickname: '登记', password: 'correct-horse-register' }
      const code = await reference.mailedCode(browser, email)
      see(await browser.ask('POST /oauth/emailRegister', { body: { ...body, code } }), { code: 200, data: null })
      const session = JSON.parse((await browser.send('GET', '/bff/session')).text)
      see(session.data.user, null, 'the session’s user')
      see(await browser.ask('POST /oauth/emailLogin', { body }), { code: 200, data: { email, nickname: '登记' } })
    },
  ),

  check(
    'POST /oauth/emailRegister',
    'a wrong or used code: code 10003; a taken address: code 500',
    'reference',
    async (bench) => {
      const { reference, see, visitor } = bench
      const { email } = await reference.join()
      const body = { email, nickname: '再来', password: 'correct-horse-again' }
      see(await visitor().ask('POST /oauth/emailRegister', { body: { ...body, code: '000000' } }), CODE_WRONG)
      bench.later(61_000)
      const code = await reference.mailedCode(visitor(), email)
      const taken = await visitor().ask('POST /oauth/emailRegister', { body: { ...body, code } })
      see(taken, { code: 500, message: WIRE_TEXT.emailTaken, data: null })
      see(await visitor().ask('POST /oauth/emailRegister', { body: { ...body, code } }), CODE_WRONG)
    },
  ),

  check(
    'PUT /oauth/forgetPassword',
    'sets a new password with a mailed code; data null; a wrong code: 10003',
    'reference',
    async (bench) => {
      const { reference, see, visitor } = bench
      const { email, password } = await reference.join()
      const body = { email, password: 'another-long-password' }
      see(await visitor().ask('PUT /oauth/forgetPassword', { body: { ...body, code: '000000' } }), CODE_WRONG)
      bench.later(61_000)
      const code = await reference.mailedCode(visitor(), email)
      see(await visitor().ask('PUT /oauth/forgetPassword', { body: { ...body, code } }), { code: 200, data: null })
      see(await visitor().ask('POST /oauth/emailLogin', { body: { email, password } }), { code: 500 })
      see(await visitor().ask('POST /oauth/emailLogin', { body }), { code: 200 })
    },
  ),

  check('PUT /oauth/forgetPassword', 'gives the same answer for an unknown address', 'reference', async (bench) => {
    const { reference, see, visitor } = bench
    const email = reference.newEmail()
    const code = await reference.mailedCode(visitor(), email)
    const body = { email, password: 'another-long-password', code }
    see(await visitor().ask('PUT /oauth/forgetPassword', { body }), { code: 200, data: null })
  }),
]

/** Checks that run last: another upstream may end the other sessions of the account. */
export const logoutChecks: readonly CallCheck[] = [
  check('GET /logout', 'ends the session; a sentence in data', 'account', async ({ logIn, see }) => {
    const browser = await logIn()
    see(await browser.ask('GET /logout'), { code: 200, data: WIRE_TEXT.loggedOut })
    see(JSON.parse((await browser.send('GET', '/bff/session')).text).data, { user: null }, 'the session')
  }),

  check('GET /logout', 'deletes the session at upstream', 'reference', async ({ reference, see }) => {
    const { browser, id } = await reference.join()
    await browser.ask('GET /logout')
    const left = await reference.upstream.db
      .selectFrom('sessions')
      .select('user_id')
      .where('user_id', '=', id)
      .execute()
    see(left, [], 'sessions at upstream')
  }),
]
