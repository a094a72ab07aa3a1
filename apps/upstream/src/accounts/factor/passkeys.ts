import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Selectable } from 'kysely'
import type { Tables } from '#platform/db/tables.ts'
import { factorWrong, proofExpired } from '#platform/errors.ts'

type RegistrationResponse = Parameters<typeof verifyRegistrationResponse>[0]['response']
type AuthenticationResponse = Parameters<typeof verifyAuthenticationResponse>[0]['response']
type StoredPasskey = Selectable<Tables['passkeys']>

const TIMEOUT_MS = 60_000
/** EdDSA, ES256, RS256. Every supported runtime knows them, so that instances of different versions agree. */
const ALGORITHMS = [-8, -7, -257]
/** Host of a site without a public origin: browsers refuse passkeys for IP addresses. */
const TRIAL_HOST = 'localhost'

/** Reads the challenge that a response answers. @throws AppError when there is none */
export function readChallenge(response: Record<string, unknown>): string {
  const { challenge } = parseClientData(response)
  if (typeof challenge !== 'string') throw proofExpired()
  return challenge
}

function parseClientData(response: Record<string, unknown>): Record<string, unknown> {
  try {
    const { clientDataJSON } = response.response as { clientDataJSON: string }
    return JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as Record<string, unknown>
  } catch {
    throw factorWrong()
  }
}

/**
 * The WebAuthn ceremonies of this site.
 * @param siteUrl origin of the site; `null`: a trial at `http://localhost` with any port
 */
export function createPasskeys({ siteUrl, siteName }: { siteUrl: string | null; siteName: string }) {
  const rpID = siteUrl ? new URL(siteUrl).hostname : TRIAL_HOST

  function findOrigin(response: Record<string, unknown>): string {
    if (siteUrl) return siteUrl
    const origin = String(parseClientData(response).origin)
    if (!URL.canParse(origin) || new URL(origin).hostname !== TRIAL_HOST) throw factorWrong()
    return origin
  }

  return {
    makeRegistrationOptions: (account: { id: string; name: string }, existing: readonly StoredPasskey[]) =>
      generateRegistrationOptions({
        rpID,
        rpName: siteName,
        timeout: TIMEOUT_MS,
        supportedAlgorithmIDs: ALGORITHMS,
        userID: new TextEncoder().encode(account.id),
        userName: account.name,
        attestationType: 'none',
        excludeCredentials: existing.map(toDescriptor),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      }),

    makeAuthenticationOptions: (existing: readonly StoredPasskey[]) =>
      generateAuthenticationOptions({
        rpID,
        timeout: TIMEOUT_MS,
        userVerification: 'required',
        allowCredentials: existing.map(toDescriptor),
      }),

    /** Verifies a registration. @returns the new credential @throws AppError when the response is invalid */
    async register(response: Record<string, unknown>, expectedChallenge: string) {
      const checked = verifyRegistrationResponse({
        response: response as RegistrationResponse & typeof response,
        expectedChallenge,
        expectedOrigin: findOrigin(response),
        expectedRPID: rpID,
        supportedAlgorithmIDs: ALGORITHMS,
        requireUserVerification: true,
      })
      const { registrationInfo } = await checked.catch(() => ({ registrationInfo: undefined }))
      if (!registrationInfo) throw factorWrong()
      const { credential, credentialBackedUp } = registrationInfo
      return {
        id: credential.id,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: JSON.stringify(credential.transports ?? []),
        is_synced: Number(credentialBackedUp),
      }
    },

    /**
     * Verifies an authentication.
     * @returns the new counter
     * @throws AppError when the response is invalid, or its counter did not grow
     */
    async authenticate(response: Record<string, unknown>, expectedChallenge: string, passkey: StoredPasskey) {
      const checked = verifyAuthenticationResponse({
        response: response as AuthenticationResponse & typeof response,
        expectedChallenge,
        expectedOrigin: findOrigin(response),
        expectedRPID: rpID,
        credential: {
          id: passkey.id,
          publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
          counter: passkey.counter,
        },
        requireUserVerification: true,
      })
      const { verified, authenticationInfo } = await checked.catch(() => ({
        verified: false,
        authenticationInfo: null,
      }))
      if (!verified || !authenticationInfo) throw factorWrong()
      return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp }
    },
  }
}

function toDescriptor({ id, transports }: StoredPasskey) {
  return { id, transports: JSON.parse(transports) as string[] }
}
