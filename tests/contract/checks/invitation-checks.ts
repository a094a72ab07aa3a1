import { type CallCheck, check } from '../call-check.ts'

const UNKNOWN = { code: 'A'.repeat(43) }

/** Checks of calls with a mailed code that staff caused; upstream's own tests cover the rest. */
export const invitationChecks: readonly CallCheck[] = [
  check('POST /v1/invitation/read', 'refuses an unknown code (ours)', 'reference', async ({ visitor, see }) => {
    see(await visitor().ask('POST /v1/invitation/read', { body: UNKNOWN }), { code: 500, data: null })
  }),

  check('POST /v1/invitation/join', 'refuses an unknown code (ours)', 'reference', async ({ visitor, see }) => {
    const body = { ...UNKNOWN, nickname: '许听澜', password: 'nine turquoise lanterns' }
    see(await visitor().ask('POST /v1/invitation/join', { body }), { code: 500, data: null })
  }),

  check(
    'POST /v1/invitation/accept',
    'needs a login, and refuses an unknown code (ours)',
    'reference',
    async ({ visitor, see, reference }) => {
      const { browser } = await reference.join()
      see(await visitor().ask('POST /v1/invitation/accept', { body: UNKNOWN }), { code: 401 })
      see(await browser.ask('POST /v1/invitation/accept', { body: UNKNOWN }), { code: 500, data: null })
    },
  ),

  check('POST /v1/factorReset/refuse', 'refuses an unknown code (ours)', 'reference', async ({ visitor, see }) => {
    see(await visitor().ask('POST /v1/factorReset/refuse', { body: UNKNOWN }), { code: 500, data: null })
  }),
]
