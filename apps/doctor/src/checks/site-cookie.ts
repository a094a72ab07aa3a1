import { ownCallHeaders } from '@portal/contract/constants.ts'
import { type Finding, fault, ok, SITE_REQUEST_MS, type SiteCheck } from '#finding.ts'

/** A logout that has no session clears the cookie with the flags with which it is set, and ends nothing. */
const CLEARING_PATH = '/logout'

/** Checks that the session cookie reaches a browser with all its flags. */
export const checkSessionCookie: SiteCheck = async ({ ask }, { origin }) => {
  const { cookies } = await ask(origin + CLEARING_PATH, { headers: ownCallHeaders, timeoutMs: SITE_REQUEST_MS })
  const cookie = cookies.find((one) => /^(?:__Host-)?session=/.test(one))
  if (!cookie) {
    return [
      fault('no session cookie comes through: nobody can log in', 'Let the proxy pass Set-Cookie on, and /logout'),
    ]
  }
  const flags = new Map(cookie.split(';').map((part) => readFlag(part)))
  const found = [...findWrongFlags(flags), ...(origin.startsWith('https:') ? findWrongSecurity(cookie, flags) : [])]
  return found.length > 0 ? found : [ok('the session cookie comes with its flags')]
}

function readFlag(part: string): [name: string, value: string] {
  const [name = '', value = ''] = part.trim().split('=')
  return [name.toLowerCase(), value.toLowerCase()]
}

function findWrongFlags(flags: ReadonlyMap<string, string>): Finding[] {
  const wrong = [
    flags.has('domain') && 'has a Domain',
    flags.get('path') !== '/' && `has Path=${flags.get('path') ?? ''}`,
    !flags.has('httponly') && 'lacks HttpOnly',
    flags.get('samesite') !== 'strict' && 'is not SameSite=Strict',
  ].filter(Boolean)
  if (wrong.length === 0) return []
  const remedy =
    'Let the proxy pass Set-Cookie on as it is (nginx: no proxy_cookie_domain, proxy_cookie_path or proxy_cookie_flags)'
  return [fault(`the session cookie ${wrong.join(', ')}`, remedy)]
}

function findWrongSecurity(cookie: string, flags: ReadonlyMap<string, string>): Finding[] {
  if (!cookie.startsWith('__Host-')) {
    const remedy = 'Set PUBLIC_ORIGIN to the https address, and leave COOKIE_SECURE out'
    return [fault('the running site sets its cookie without __Host- over https', remedy)]
  }
  if (flags.has('secure')) return []
  return [fault('the session cookie lacks Secure: browsers drop it', 'Let the proxy pass Set-Cookie on as it is')]
}
