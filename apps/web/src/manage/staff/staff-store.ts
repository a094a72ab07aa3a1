import type { Duty } from '@portal/contract/accounts/duties.ts'
import type { DataFor } from '@portal/contract/calls.ts'
import { CODE } from '@portal/contract/errors.ts'
import { create } from 'zustand'
import { type ApiClient, ApiError } from '#lib/api/api-client.ts'
import { settleGate, useGate } from './gates.ts'
import { areCodesShown, areCodesUnconfirmed } from './recovery/shown-codes.ts'

/** The caller: duties, and the state of the second factor. */
export type StaffSelf = DataFor<'GET /v1/manage/me'>

/**
 * Stage before the pages are shown. `visitor`: no login. `refused`: no duty. `failed`: no answer. `enrol`: no second factor yet.
 * `prove`: this login has not proved it. `codes`: recovery codes were shown but not confirmed.
 */
type Stage = 'loading' | 'visitor' | 'refused' | 'failed' | 'enrol' | 'prove' | 'codes' | 'ready'

/** Cover over the open pages of stage `ready`: the login has ended, or the new one has not proved the second factor. */
type Cover = 'login' | 'prove' | null

interface Staff {
  stage: Stage
  cover: Cover
  self: StaffSelf | null
  /** Details of `failed`. */
  failure: { message: string; requestId: string | undefined } | null
}

export const useStaff = create<Staff>()(() => ({ stage: 'loading', cover: null, self: null, failure: null }))

/** The caller, on a page, because pages are shown to staff only. @throws Error elsewhere */
export function useSelf(): StaffSelf {
  const self = useStaff((state) => state.self)
  if (!self) throw new Error('no staff member on this page')
  return self
}

/** Loads the state of the caller. An open page is only covered when the login has ended; any other failure leaves it as it is. */
export async function loadStaff(api: ApiClient): Promise<void> {
  try {
    // There is no login, so upstream is not called.
    const { user } = await api.callBff('GET /bff/session')
    if (!user) throw new ApiError(CODE.unauthenticated, '')
    const self = await api.call('GET /v1/manage/me', { quiet: true })
    const { stage, cover, self: before } = useStaff.getState()
    const isSame = before?.id === self.id
    const isCovered = isSame && cover !== null && !self.isProven
    useStaff.setState({
      stage: findStage(self, stage, isSame),
      cover: isCovered ? 'prove' : null,
      self,
      failure: null,
    })
    settleLoginGates(self, isSame)
  } catch (reason) {
    const code = reason instanceof ApiError ? reason.code : undefined
    if (useStaff.getState().stage === 'ready') {
      if (code === CODE.unauthenticated) useStaff.setState({ cover: 'login' })
      return
    }
    if (code === CODE.unauthenticated) useStaff.setState({ stage: 'visitor', self: null })
    else if (code === CODE.refused || code === CODE.lacksPermission) useStaff.setState({ stage: 'refused', self: null })
    else useStaff.setState({ stage: 'failed', failure: toFailure(reason) })
  }
}

/** Closes dialogs of login and proof that were completed elsewhere, e.g. in another tab. */
function settleLoginGates({ isProven }: StaffSelf, isSame: boolean): void {
  const { gate } = useGate.getState()
  if (isProven) useGate.setState({ isShut: false })
  if (isProven && (gate === 'login' || gate === 'prove')) settleGate(isSame)
}

/** @param isSame whether the open pages belong to the same account */
function findStage({ id, isEnrolled, isProven }: StaffSelf, before: Stage, isSame: boolean): Stage {
  if (areCodesShown()) return before
  if (!isEnrolled) return 'enrol'
  // Typed text stays; the dialog over the page, or the cover, requests the proof.
  if (!isProven) return before === 'ready' && isSame ? 'ready' : 'prove'
  // An open page is not interrupted, because another tab may still show the codes.
  return before !== 'ready' && areCodesUnconfirmed(id) ? 'codes' : 'ready'
}

function toFailure(reason: unknown) {
  if (reason instanceof ApiError) return { message: reason.message, requestId: reason.requestId }
  return { message: '网络不通，或服务暂时没有响应', requestId: undefined }
}

/** Whether one of the duties is in `needed`; an empty `needed` accepts any duty. */
export function hasDuty(duties: readonly Duty[], needed: readonly Duty[]): boolean {
  if (needed.length === 0 || duties.includes('owner')) return true
  return needed.some((duty) => duties.includes(duty))
}

/** Key of a draft in this browser: each member of staff has separate drafts. */
export function useDraftKey(thing: string): string {
  return `${useSelf().id}:${thing}`
}
