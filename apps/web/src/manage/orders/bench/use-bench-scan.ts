import { CERTIFICATE_CATEGORIES } from '@portal/contract/certificates/certificate-states.ts'
import type { Sample } from '@portal/contract/orders/manage-orders.ts'
import { applyStep, mayTakeStep } from '@portal/contract/orders/order-rules.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { formatShortNo } from '#domain/orders/short-number.ts'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useSelf } from '#manage/staff/staff-store.ts'
import { describeCertificate } from '../lists/use-reception-scan.ts'
import type { Scan } from '../scan/read-scan.ts'
import { type ScanResult, UNREAD } from '../scan/scan-bar.tsx'
import { describePlace } from '../shared/order-words.tsx'
import { useMove } from '../shared/step-menu.tsx'
import { isDone } from './bench-due.ts'

/** A scanned sample comes to the person who scans it; one that is there already is shown in the list. */
export function useBenchScan(samples: readonly Sample[]) {
  const api = useApi()
  const self = useSelf()
  const { revalidate } = useRevalidator()
  const move = useMove()
  const [result, setResult] = useState<ScanResult | null>(null)

  const take = async (sample: Sample): Promise<void> => {
    const { sampleNo, revision, category } = sample
    const name = `${CERTIFICATE_CATEGORIES[category]} ${formatShortNo(sampleNo)}`
    if (isDone(sample)) {
      const bring = { text: '交回收发', run: () => move(sample, 'bring') }
      const title = `${name}，检毕，${describePlace(sample)}`
      return setResult({ tone: 'info', title, note: sampleNo, hint: '再扫一次即交回', act: bring })
    }
    if (sample.holderId === self.id) {
      document.querySelector<HTMLElement>(`tr[data-row="${sampleNo}"]`)?.focus()
      return setResult({ tone: 'info', title: `${name}，在您手里`, note: sampleNo })
    }
    if (!applyStep(sample, 'take') || !mayTakeStep(self.duties, 'take')) {
      const title = sample.isHeld ? `${name}，等答复，不能取` : `${name}，${describePlace(sample)}`
      return setResult({ tone: 'info', title, note: sampleNo })
    }
    try {
      const body = { revision, step: 'take' as const }
      await api.call('POST /v1/manage/samples/{sampleNo}/steps', { params: { sampleNo }, body, quiet: true })
      setResult({ tone: 'done', title: `${name}，已归您`, note: `${describePlace(sample)} → ${self.nickname}` })
    } catch (reason) {
      // The list stays without an answer. A second scan names the same revision, so nothing happens twice.
      if (!(reason instanceof ApiError))
        return setResult({ tone: 'fault', title: '网络不通，再扫一次', note: sampleNo })
      setResult({ tone: 'fault', title: reason.message, note: sampleNo })
    }
    await revalidate()
  }
  const onScan = (scan: Scan) => {
    if (scan.kind === 'unread') return setResult({ ...UNREAD })
    if (scan.kind === 'certificate') return setResult(describeCertificate(scan.number))
    if (scan.kind === 'order') return setResult({ tone: 'info', title: '这是委托单，请扫样品标签', note: scan.number })
    const sample = samples.find(({ sampleNo }) => sampleNo === scan.number)
    if (sample) void take(sample)
    else setResult({ tone: 'fault', title: '这件不在检测中', note: scan.number })
  }
  return { result, onScan }
}
