import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
const SECRET_BYTES = 20
/** Time steps before and after the present one whose codes are accepted, because clocks differ a little. */
const WINDOW = 1

/** Makes a new secret, base32. */
export function makeTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

function createTotp(secret: string, issuer = '', label = ''): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD_S })
}

/** Address of the secret for authenticator apps, shown as a QR code. */
export function makeTotpUri(secret: string, issuer: string, label: string): string {
  return createTotp(secret, issuer, label).toString()
}

/** Finds the time step of a code. @returns steps of 30 s since 1970; `null` for a wrong code */
export function findCodeStep(secret: string, code: string, nowMs: number): number | null {
  const delta = createTotp(secret).validate({ token: code, timestamp: nowMs, window: WINDOW })
  return delta === null ? null : Math.floor(nowMs / (PERIOD_S * 1000)) + delta
}
