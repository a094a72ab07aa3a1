import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import type { ApiClient } from '#lib/api/api-client.ts'

/** Whether this browser supports passkeys. */
export function arePasskeysKnown(): boolean {
  return browserSupportsWebAuthn()
}

/** The user closed the browser's dialog, or it timed out. */
class PasskeyCancelledError extends Error {}

/** Creates a passkey with this device. @returns recovery codes, if it is the account's first method */
export async function makePasskey(api: ApiClient, label: string): Promise<readonly string[]> {
  const { options } = await api.call('POST /v1/manage/factor/passkey/options')
  // `@simplewebauthn/server` made the options.
  const optionsJSON = options as object as PublicKeyCredentialCreationOptionsJSON
  const response = await catchCancellation(startRegistration({ optionsJSON }))
  const { recoveryCodes } = await api.call('POST /v1/manage/factor/passkey', {
    body: { response: { ...response }, label },
  })
  return recoveryCodes
}

/** Proves the second factor with a passkey. */
export async function proveWithPasskey(api: ApiClient): Promise<void> {
  const { options } = await api.call('POST /v1/manage/factor/proof/options', { quiet: true })
  const optionsJSON = options as object as PublicKeyCredentialRequestOptionsJSON
  const response = await catchCancellation(startAuthentication({ optionsJSON }))
  await api.call('POST /v1/manage/factor/proof', { quiet: true, body: { passkey: { ...response } } })
}

async function catchCancellation<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony
  } catch (reason) {
    const { name } = reason as Error
    if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyCancelledError()
    throw reason
  }
}

/** Describes a failed ceremony. */
export function describePasskeyFault(reason: unknown): string {
  if (reason instanceof PasskeyCancelledError) return '没有完成，可以再试一次'
  const { name } = reason as Error
  if (name === 'InvalidStateError') return '这台设备已经登记过'
  if (name === 'SecurityError') return '浏览器不允许在这个地址使用通行密钥，请改用动态验证码'
  return '这台设备没有完成验证，请换一种方式'
}
