import type { ManagedItem, ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import { applyStep, ITEM_WORKS } from '@portal/contract/orders/order-rules.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { findOrderNo, type Scan } from '../scan/read-scan.ts'
import { type ScanResult, UNREAD } from '../scan/scan-bar.tsx'
import { describePlace, isReady } from '../shared/order-words.tsx'
import { useStep } from '../shared/use-step.ts'

/** Leads from a scan to the next act: an order is opened, a sample is named with its place. */
export function useReceptionScan() {
  const api = useApi()
  const navigate = useNavigate()
  const runStep = useStep()
  const [result, setResult] = useState<ScanResult | null>(null)
  /** The sample of the last scan, which the next scanned tray takes. */
  const [loose, setLoose] = useState<ManagedItem | null>(null)

  const onScan = async (scan: Scan): Promise<void> => {
    setLoose(null)
    if (scan.kind === 'unread') return setResult({ ...UNREAD })
    if (scan.kind === 'certificate') return setResult(describeCertificate(scan.number))
    const orderNo = scan.kind === 'order' ? scan.number : findOrderNo(scan.number)
    setResult({ tone: 'info', title: '正在查找', note: scan.number })
    try {
      const params = { orderNo }
      const order = await api.call('GET /v1/manage/orders/{orderNo}', { params, quiet: true })
      if (scan.kind === 'order') {
        setResult(null)
        return void navigate(findOrderAddress(order))
      }
      const item = order.items.find(({ sampleNo }) => sampleNo === scan.number)
      if (!item) return setResult({ tone: 'fault', title: '没有这件样品', note: scan.number })
      const found = describeItem(order, item)
      if (isOnItsWayBack(item)) {
        const act = { text: '交回收发', run: () => void move(item, { step: 'bring' }, '已交回收发') }
        return setResult({ ...found, hint: '再扫一次即交回', act })
      }
      const isLoose = applyStep(item, 'store') !== null && !isReady(item)
      setLoose(isLoose ? item : null)
      setResult(isLoose ? { ...found, hint: '再扫柜格即入柜' } : found)
    } catch (reason) {
      const title = reason instanceof ApiError ? `没有查到 ${scan.number}` : '网络不通，没有查到'
      setResult({ tone: 'fault', title, note: reason instanceof ApiError ? '核对编号后再扫' : '恢复后再扫一次' })
    }
  }
  /** Notes that a sample lies at reception again or in a tray. */
  const move = async (
    { sampleNo, statedName, revision }: ManagedItem,
    step: { step: 'bring' } | { step: 'store'; tray: string },
    done: string,
  ): Promise<void> => {
    const options = { params: { sampleNo }, body: { revision, ...step } }
    setLoose(null)
    try {
      await runStep(() => api.call('POST /v1/manage/samples/{sampleNo}/steps', options), done)
      setResult({ tone: 'done', title: `${statedName}，${done}`, note: sampleNo })
    } catch {
      setResult({ tone: 'fault', title: '没有办成，再扫一次', note: sampleNo })
    }
  }
  return {
    result,
    onScan: (scan: Scan) => void onScan(scan),
    /** Stores the sample of the last scan in a tray. @returns whether there is one */
    storeIn: (tray: string): boolean => {
      if (loose) void move(loose, { step: 'store', tray }, `已入柜 ${tray}`)
      return loose !== null
    },
  }
}

/** A certificate's code leads customers to the lookup. */
export function describeCertificate(number: string): ScanResult {
  const to = `${location.origin}/certificate-check?no=${number}`
  return { tone: 'info', title: '这是证书，不是样品', note: number, link: { to, text: '去查询页' } }
}

/** Address where the next act with an order takes place. */
function findOrderAddress({ orderNo, state, items }: ManagedOrder): string {
  if (state === 'ready') return `/reception/${orderNo}/hand-out`
  const hasExpected = items.some(({ work }) => work === 'announced')
  const isOpen = state === 'announced' || state === 'expired' || (state === 'received' && hasExpected)
  return isOpen ? `/reception/${orderNo}` : `/orders/${orderNo}`
}

/** Whether a sample is done, and still in the cabinet or with a tester. */
const isOnItsWayBack = ({ work, place }: ManagedItem) => work === 'done' && (place === 'tray' || place === 'person')

function describeItem({ orderNo }: ManagedOrder, item: ManagedItem): ScanResult {
  const title = `${item.statedName}，${item.place === 'customer' ? ITEM_WORKS[item.work] : describePlace(item)}`
  const shared = { tone: 'done', title, note: item.sampleNo } as const
  if (item.work === 'announced') {
    return { ...shared, link: { to: `/reception/${orderNo}?item=${item.item}`, text: '收样' } }
  }
  if (isOnItsWayBack(item)) return shared
  if (isReady(item)) return { ...shared, link: { to: `/reception/${orderNo}/hand-out`, text: '发放' } }
  return { ...shared, link: { to: `/orders/${orderNo}`, text: item.isHeld ? '看提问' : '查看' } }
}
