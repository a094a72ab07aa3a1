import type { ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import type { ComponentProps } from 'react'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Facts } from '#manage/controls/values/facts.tsx'

interface CustomerPanelProps {
  order: ManagedOrder
  /** Further facts below. */
  more?: ComponentProps<typeof Facts>['of']
}

/** The customer, and who may collect. */
export function CustomerPanel({ order: { customerName, phone, collectors, address }, more = [] }: CustomerPanelProps) {
  return (
    <Panel title="委托方">
      <Facts
        of={[
          ['姓名', customerName],
          ['手机', phone || null],
          ['可代领', collectors.join('、') || '无'],
          ['收件地址', address],
          ...more,
        ]}
      />
    </Panel>
  )
}
