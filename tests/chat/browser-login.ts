/** A logged-in user: the session cookie of a browser with its own address. */
export interface BrowserLogin {
  userId: string
  /** Value of the Cookie header. */
  cookie: string
  /** Headers of all requests of this browser, including sockets. */
  headers: Record<string, string>
}

export interface Account {
  userId: string
  email: string
}

export const PASSWORD = 'correct-horse-battery-8841'
/** Public origin of the site, in the settings of every instance. */
export const SITE_ORIGIN = 'http://chat.test'

let browsers = 0

/** Logs in as the login dialog does. */
export async function logIn(siteUrl: string, { userId, email }: Account): Promise<BrowserLogin> {
  browsers += 1
  // Rate limits are per address, and each browser has its own.
  const from = { origin: SITE_ORIGIN, 'x-forwarded-for': `10.9.${browsers >> 8}.${browsers & 255}` }
  const answer = await fetch(`${siteUrl}/oauth/emailLogin`, {
    method: 'POST',
    headers: { ...from, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const { code, message } = (await answer.json()) as { code: number; message: string }
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  if (code !== 200 || !cookie) throw new Error(`${email} could not log in: ${code} ${message}`)
  return { userId, cookie, headers: { ...from, cookie } }
}
