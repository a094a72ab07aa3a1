import { Secret, TOTP } from 'otpauth'
import { createAuthenticator } from '../authenticator.ts'
import type { Member } from '../members.ts'
import { type Attempts, attempt } from './attempt.ts'
import type { Bureau } from './bureau.ts'

const OVER = { refusal: '验证已过期，请重新开始' }
const WRONG = { refusal: '验证没有通过，请重试' }
const UNKNOWN = { refusal: '这个通行密钥没有在本站登记' }
const FACTOR = '/v1/manage/factor'

/** Computes the code of an authenticator app. @param timestamp epoch ms */
export const generateCode = (secret: string, timestamp = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })

async function enrolPasskey({ done }: Bureau, holder: Member) {
  const device = createAuthenticator()
  const { options } = await done(holder, `POST ${FACTOR}/passkey/options`)
  const response = device.register(options)
  const { recoveryCodes } = await done(holder, `POST ${FACTOR}/passkey`, { response, label: '同事的电脑' })
  return { device, recoveryCodes: recoveryCodes as string[] }
}

async function enrolTotp({ done }: Bureau, holder: Member): Promise<string> {
  const { secret } = await done(holder, `POST ${FACTOR}/totp/secret`)
  await done(holder, `POST ${FACTOR}/totp`, { code: generateCode(secret) })
  return secret
}

async function unprove({ upstream }: Bureau, { id }: Member): Promise<void> {
  await upstream.db.updateTable('sessions').set({ factor_at: null }).where('user_id', '=', id).execute()
}

/** Attempts on methods of the second factor. */
export const OWN_FACTORS: Attempts = {
  'GET /v1/manage/me': [
    attempt(
      'shows the own methods alone',
      { data: { methods: [], recoveryCodes: 0, isEnrolled: false } },
      async (bureau, holder, colleague) => {
        await enrolPasskey(bureau, holder)
        return () => colleague.ask('GET /v1/manage/me')
      },
    ),
  ],
  'POST /v1/manage/factor/passkey/options': [
    attempt('begins an own ceremony', {}, async (bureau, holder, colleague) => {
      await bureau.done(holder, `POST ${FACTOR}/passkey/options`)
      return () => colleague.ask(`POST ${FACTOR}/passkey/options`)
    }),
  ],
  'POST /v1/manage/factor/passkey': [
    attempt('refuses a ceremony of the holder', OVER, async (bureau, holder, colleague) => {
      const { options } = await bureau.done(holder, `POST ${FACTOR}/passkey/options`)
      const body = { response: createAuthenticator().register(options), label: '我的电脑' }
      return () => colleague.ask(`POST ${FACTOR}/passkey`, body)
    }),
  ],
  'POST /v1/manage/factor/totp/secret': [
    attempt('begins an own secret', {}, async (bureau, holder, colleague) => {
      await bureau.done(holder, `POST ${FACTOR}/totp/secret`)
      return () => colleague.ask(`POST ${FACTOR}/totp/secret`)
    }),
  ],
  'POST /v1/manage/factor/totp': [
    attempt('refuses the code of a secret of the holder', OVER, async (bureau, holder, colleague) => {
      const { secret } = await bureau.done(holder, `POST ${FACTOR}/totp/secret`)
      return () => colleague.ask(`POST ${FACTOR}/totp`, { code: generateCode(secret) })
    }),
  ],
  'POST /v1/manage/factor/proof/options': [
    attempt(
      'offers no passkey of the holder',
      { data: { options: { allowCredentials: [] } } },
      async (bureau, holder, colleague) => {
        await enrolPasskey(bureau, holder)
        return () => colleague.ask(`POST ${FACTOR}/proof/options`)
      },
    ),
  ],
  'POST /v1/manage/factor/proof': [
    attempt('refuses a passkey of the holder', UNKNOWN, async (bureau, holder, colleague) => {
      const { device } = await enrolPasskey(bureau, holder)
      const { options } = await bureau.done(colleague, `POST ${FACTOR}/proof/options`)
      return () => colleague.ask(`POST ${FACTOR}/proof`, { passkey: device.authenticate(options) })
    }),
    attempt('refuses a code of the holder', WRONG, async (bureau, holder, colleague) => {
      const secret = await enrolTotp(bureau, holder)
      return () => colleague.ask(`POST ${FACTOR}/proof`, { totp: generateCode(secret) })
    }),
    attempt('refuses a recovery code of the holder', WRONG, async (bureau, holder, colleague) => {
      const [recoveryCode] = (await enrolPasskey(bureau, holder)).recoveryCodes
      await unprove(bureau, colleague)
      return () => colleague.ask(`POST ${FACTOR}/proof`, { recoveryCode })
    }),
  ],
  'DELETE /v1/manage/factor': [
    attempt('removes no passkey of the holder', UNKNOWN, async (bureau, holder, colleague) => {
      const { device } = await enrolPasskey(bureau, holder)
      return () => colleague.ask(`DELETE ${FACTOR}?id=${device.id}`)
    }),
    attempt('removes no app of the holder', UNKNOWN, async (bureau, holder, colleague) => {
      await enrolTotp(bureau, holder)
      await enrolPasskey(bureau, colleague)
      return () => colleague.ask(`DELETE ${FACTOR}?id=totp`)
    }),
  ],
  'PUT /v1/manage/factor/passkey/label': [
    attempt('renames no passkey of the holder', UNKNOWN, async (bureau, holder, colleague) => {
      const { device } = await enrolPasskey(bureau, holder)
      return () => colleague.ask(`PUT ${FACTOR}/passkey/label`, { id: device.id, label: '我的电脑' })
    }),
  ],
  'POST /v1/manage/factor/recoveryCodes': [
    attempt('leaves the codes of the holder', {}, async (bureau, holder, colleague) => {
      await enrolPasskey(bureau, holder)
      return () => colleague.ask(`POST ${FACTOR}/recoveryCodes`)
    }),
  ],
}
