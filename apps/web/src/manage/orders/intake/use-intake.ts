import { CODE } from '@portal/contract/errors.ts'
import type { ManagedItem, ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import { ORDER_MAX } from '@portal/contract/orders/order-rules.ts'
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { formatShortNo } from '#domain/orders/short-number.ts'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { usePictureDraft } from '#manage/controls/pictures/picture-drafts.ts'
import { useEdit } from '#manage/controls/saving/use-edit.ts'
import { useDraftKey } from '#manage/staff/staff-store.ts'
import { buildSamplePictureAddress } from '../shared/sample-pictures.tsx'
import { useCertainOutcome } from '../shared/use-certain-outcome.ts'
import {
  findIntakeFaults,
  type IntakeValues,
  makeIntakeValues,
  rememberDivision,
  toReceiveBody,
} from './intake-values.ts'

/** The intake of one sample. What is typed is kept in this browser until the sample was taken in. */
export function useIntake(order: ManagedOrder, item: ManagedItem) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { sampleNo } = item
  const [saved] = useState(() => makeIntakeValues(item))
  const draftKey = useDraftKey(`intake:${sampleNo}`)
  const edit = useEdit<IntakeValues>({ key: draftKey, saved, version: 1, findFaults: findIntakeFaults })
  const pictures = usePictureDraft(draftKey, {
    max: ORDER_MAX.pictures,
    toAddress: buildSamplePictureAddress,
    send: (api, upload) => api.call('POST /v1/manage/samples/{sampleNo}/pictures', { params: { sampleNo }, ...upload }),
  })
  const { isOpen, attempt } = useCertainOutcome(order.orderNo)
  const isExpected = item.work === 'announced'
  const isStale = !isExpected && (edit.changed.length > 0 || pictures.names.length > 0)
  const discard = () => {
    edit.discard()
    pictures.clear()
  }

  // The page was closed before the answer of the intake, which had been carried out.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft alone matters
  useEffect(() => {
    if (!isStale) return
    discard()
    if (edit.isRestored) showToast('info', `${formatShortNo(sampleNo)} 已入库，没有重复收样`)
  }, [isStale])

  const findStored = (stored: ManagedOrder) => stored.items.find((other) => other.sampleNo === sampleNo)

  /** Takes the sample in. @returns its revision afterwards @throws the error of the call */
  async function receive(): Promise<number> {
    let revision = item.revision
    try {
      const when = await attempt(
        (stored) => {
          revision = findStored(stored)?.revision ?? revision
          return findStored(stored)?.work !== 'announced'
        },
        async () => {
          const options = { params: { sampleNo }, body: toReceiveBody(edit.values, revision, pictures.names) }
          revision = (await api.call('POST /v1/manage/samples/{sampleNo}/receive', options)).revision
        },
      )
      showToast('success', when === 'now' ? `已收 ${formatShortNo(sampleNo)}` : '上次已入库，没有重复收样')
    } catch (reason) {
      if (reason instanceof ApiError && reason.code === CODE.conflict) {
        showToast('warning', reason.message)
        await revalidate()
      }
      throw reason
    }
    rememberDivision(edit.values.divisionG)
    discard()
    return revision
  }
  const { isBusy, run } = useBusy()
  return { edit, pictures, discard, isExpected, hasOpenAttempt: isOpen, isBusy, receive, run }
}
