import type { DataFor } from '@portal/contract/calls.ts'
import { create } from 'zustand'

export type ApprovalTask = NonNullable<DataFor<'GET /v1/manage/certificates/approvals'>>

/** The newest approval task of the reader. */
export const useApprovalTask = create<{ task: ApprovalTask | null }>(() => ({ task: null }))
