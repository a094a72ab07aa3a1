import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
const SECRET_BYTES = 20
/** Codes before and after the present one that count, for clocks that are a little wrong. */
const WINDOW = 1

/** A new secret, base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

function createTotp(secret: string, issuer = '', label = ''): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD_S })
}

/** Address of the secret for authenticator apps, for a QR code. */
export function totpUri(secret: string, issuer: string, label: string): string {
  return createTotp(secret, issuer, label).toString()
}

/** @returns the code's step (30 s each, since 1970), `null` for a wrong code */
export function stepOfCode(secret: string, code: string, nowMs: number): number | null {
  const delta = createTotp(secret).validate({ token: code, timestamp: nowMs, window: WINDOW })
  return delta === null ? null : Math.floor(nowMs / (PERIOD_S * 1000)) + delta
}
