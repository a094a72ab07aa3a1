import type { ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import type { OrderService } from '@portal/contract/orders/order-services.ts'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { EMPTY_ITEM, ItemFields, toStatedItem } from '../shared/item-fields.tsx'
import { useStep } from '../shared/use-step.ts'

interface AddItemDialogProps {
  order: ManagedOrder
  services: readonly OrderService[]
  onClose: () => void
}

/** Adds a sample that was brought and not announced. */
export function AddItemDialog({ order: { orderNo, revision }, services, onClose }: AddItemDialogProps) {
  const api = useApi()
  const runStep = useStep()
  const [typed, setTyped] = useState(EMPTY_ITEM)
  const item = toStatedItem(typed)
  const add = async () => {
    if (!item) return
    const options = { params: { orderNo }, body: { revision, item } }
    await runStep(() => api.call('POST /v1/manage/orders/{orderNo}/items', options), '已加一件')
  }
  return (
    <DangerDialog
      title={`多出一件：${orderNo}`}
      verb="加入委托单"
      keep="取消"
      isHarmless
      isIncomplete={item === null}
      onConfirm={add}
      onClose={onClose}
    >
      <p>未预约而送来的样品加入这张委托单，费用随之增加，请当面告知委托方。</p>
      <ItemFields item={typed} services={services} onChange={setTyped} />
    </DangerDialog>
  )
}
