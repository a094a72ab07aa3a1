import type { ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import { Fragment } from 'react'
import { formatShortNo } from '#domain/orders/short-number.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Facts } from '#manage/controls/values/facts.tsx'
import { SamplePictures } from '../shared/sample-pictures.tsx'

/** How the samples looked at reception, with their pictures, which stay in view. */
export function ConditionPanel({ order: { items, receiveTime } }: { order: ManagedOrder }) {
  return (
    <Panel title="收样时" note={receiveTime?.slice(5, 16)}>
      <Facts
        of={items
          .filter(({ massInG }) => massInG !== null)
          .map((item) => [
            formatShortNo(item.sampleNo),
            <Fragment key={item.sampleNo}>
              {[item.marks.join('、'), item.note].filter(Boolean).join('；')}
              <SamplePictures sample={item} />
            </Fragment>,
          ])}
      />
    </Panel>
  )
}
